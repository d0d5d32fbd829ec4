import type { CodeMutation } from './in-code.ts'

/** Deliberate mistakes in the code, each with the unit tests that must notice it. */
export const codeMutations: CodeMutation[] = [
  ...inFile('lib/session/return-path.ts', 'return-path', [
    ['a return path may begin with anything', `if (!target?.startsWith('/'))`, 'if (!target)'],
    ['a return path may name another host', 'url.origin === here && ', ''],
    ['a return path may hide another host behind dots', `!/^\\/[/\\\\]/.test(path)`, 'true'],
  ]),
  ...inFile('lib/session/return-path.ts', 'return-path', [
    ['a return path is used as written', 'safePath(written)', 'written'],
  ]),
  ...inFile('lib/session/guards.ts', 'guards', [
    ['everyone enters the settings', `isOutOfReach(error) ? 'enter' : 'sign-in'`, `'enter'`],
    ['members enter the dashboard', `viewer?.role === 'admin'`, 'viewer'],
    ['visitors find no dashboard', `if (!data.user) return 'sign-in'`, ''],
    ['an outage sends admins to sign in', `if (isOutOfReach(error)) return 'enter'`, ''],
    ['an outage of the database hides the dashboard from admins', `if (unread) return 'enter'`, ''],
    [
      'a misspelled guard lets everyone in',
      'if (!guard) throw',
      'if (!guard) return async () => "enter"; if (!guard) throw',
    ],
  ]),
  ...inFile('lib/session/guarded-paths.ts', 'guards', [
    ['paths below a guarded path are open', ' || path.startsWith(`${guarded}/`)', ''],
  ]),
  ...inFile('lib/cache/page-cache.ts', 'page-cache', [
    ["a page's time is when its rendering ended", 'lastModified: this.#began', 'lastModified: preciseNow()'],
    ['an answer that sets a cookie is stored', `value.headers?.['set-cookie']`, 'false'],
  ]),
  ...inFile('lib/cache/canonical-page.ts', 'page-cache', [
    [
      'a page names the query it was made with',
      'pageWithoutQuery(withoutNonces(html), path)',
      'withoutNonces(html)',
    ],
    ['a header keeps a nonce', 'withoutNonces(JSON.stringify(headers))', 'JSON.stringify(headers)'],
  ]),
  ...inFile('lib/cache/prerendered.ts', 'page-cache', [
    ['a page of the build is shown for another route', 'meta.routeCache?.key !== key || ', ''],
  ]),
  ...inFile('lib/cache/data-cache.ts', 'data-cache', [
    ['what changed while a result was made is kept', ' || lastExpired(entry.tags) >= entry.timestamp', ''],
  ]),
  ...inFile('lib/publish/action-body.ts', 'requests', [
    ['cached functions are called as actions', '/^[89a-f]/i', '/^[9a-f]/i'],
  ]),
  ...inFile('lib/cache/tags.ts', 'data-cache', [
    ['what was deleted elsewhere comes back in an outage', 'tags.includes(deletionTag())', 'false'],
    ['every tag that ever changed is kept', 'expiredAt.delete(tag)', 'void tag'],
  ]),
  ...inFile('lib/instances/change-log.ts', 'change-log', [
    ['an instance reacts to its own messages', 'message.from === self ? [] : ', ''],
    ['changes that were missed are ignored', 'onChange(everything)', 'void everything'],
    ['every retry in an outage is logged', 'troubles.size === 0 && ', ''],
  ]),
  ...inFile('lib/supabase/client-address.ts', 'env', [
    [
      "the sender's address is taken from the header the sender wrote",
      'chain.length - env.TRUSTED_PROXIES',
      '0',
    ],
    ['an address may be of any length', '.slice(0, 64)', ''],
  ]),
  ...inFile('lib/session/browser/draft.ts', 'draft', [
    ['drafts are shared by all accounts of a device', `readSession().viewer?.id ?? 'visitor'`, `'visitor'`],
    ['a visitor’s draft stays for the next person', `if (owner() !== 'visitor')`, 'if (false)'],
  ]),
  ...inFile('lib/actions/account.ts', 'account-actions', [
    [
      'signing in tells by its time who has an account',
      '    levelTime.signIn,\n    client.auth.signInWithPassword(',
      '    0,\n    client.auth.signInWithPassword(',
    ],
    ['signing up tells by its time who has an account', '  await end\n', ''],
    [
      'signing up tells in words who has an account',
      'outcome?.error && !tellsOfAnAccount(outcome.error)',
      'outcome?.error',
    ],
    [
      'a recovery mail is sent before the answer',
      'after(() => logMailProblem(send()))',
      'await logMailProblem(send())',
    ],
    ["a failed captcha isn't reported", `error?.code === 'captcha_failed'`, 'false'],
  ]),
  ...inFile('lib/actions/refusals.ts', 'account-actions', [
    ['a name reserved for admins is accepted', 'return isFree ? null', 'return true ? null'],
  ]),
  ...inFile('lib/actions/mail-links.ts', 'account-actions', [
    ['a new password needs no recovery link', 'if (!isRecovering && ', 'if (false && '],
    ['an old session adds a password', 'isFresh === true && ', ''],
    ['an outage looks like a link that is missing', 'if (unread) throw unread', ''],
  ]),
  ...inFile('lib/supabase/secret.ts', 'rate-limit', [
    ['the secret key bypasses the captcha', '!(CAPTCHA_PROVIDER && checked.test(asked))', 'true'],
  ]),
  ...inFile('lib/session/rate-limit.ts', 'rate-limit', [
    ['attempts are not counted', 'return wait > 0', 'return wait > 1e9'],
    ['an unreachable counter lets everyone try', 'if (error) {', 'if (false) {'],
  ]),
  ...inFile('lib/actions/member-action.ts', 'guards', [
    ['a visitor acts as a member', 'if (!viewer) return', 'if (false) return'],
    ['a member acts as an admin', `as.viewer.role === 'admin'`, 'true'],
    ['actions accept malformed input', 'if (!parsed.success) return', 'if (false) return'],
  ]),
  ...inFile('lib/actions/refusals.ts', 'database-problem', [
    [
      'a refused change counts as done',
      `case '42501':\n      return refuse(t('actions.refusals.youArentAllowedTo'), { reason: 'forbidden' })\n`,
      '',
    ],
    [
      'unexpected errors are swallowed',
      'throw Object.assign(new Error(error.message)',
      'return refuse(fallback); throw Object.assign(new Error(error.message)',
    ],
  ]),
  ...inFile('app/api/viewer/votes/route.ts', 'routes', [
    ["proxies may store a person's own votes", "  'private',\n", ''],
  ]),
  ...inFile('lib/schemas/query.ts', 'routes', [['any number of posts may be asked for', '{0,199}', '*']]),
  ...inFile('lib/publish/answer.ts', 'routes', [
    ['proxies may store private answers', `audience === 'private'`, 'false'],
    ["a query isn't validated", 'if (!query.success) return', 'if (false) return'],
  ]),
  ...inFile('lib/publish/share-image.tsx', 'share-image', [
    ['any number of pictures may wait', 'waiting >= longestQueue', 'false'],
    [
      'pictures are rendered again each time',
      'const known = images.get(key)',
      'const known = undefined as Promise<ArrayBuffer> | undefined',
    ],
    ['pictures are all rendered at once', 'last.then(run)', 'run()'],
    [
      'a browser that has a picture gets it again',
      `request.headers.get('if-none-match')?.includes(version)`,
      'false',
    ],
  ]),
  ...inFile('lib/schemas/account.ts', 'schemas', [
    ['a password of seven letters is accepted', 'value].length >= 8', 'value].length >= 7'],
    ['a password longer than bcrypt reads is accepted', 'length <= 72', 'length <= 720'],
    [
      'a new password need not be repeated',
      `    repeatPassword: z.string().min(1, say('schemas.account.repeatThePassword')),\n  })\n  .refine((form) => form.password === form.repeatPassword`,
      `    repeatPassword: z.string().min(1, say('schemas.account.repeatThePassword')),\n  })\n  .refine(() => true`,
    ],
  ]),
  ...inFile('lib/schemas/post.ts', 'schemas', [
    ['an invisible title is accepted', 'visibleLength(text) >= 3', 'textLength(text) >= 3'],
    ['a title may be 141 letters long', 'titleLimit = 140', 'titleLimit = 141'],
    ['details may be 10,001 letters long', 'detailsLimit = 10_000', 'detailsLimit = 10_001'],
  ]),
  ...inFile('lib/schemas/fields.ts', 'schemas', [
    ['an invisible comment is accepted', 'visibleLength(value) > 0', 'value !== undefined'],
    ['any number of posts is changed at once', '.max(200)', ''],
  ]),
  ...inFile('lib/text/characters.ts', 'schemas', [
    ['a comment is counted in code units', '(text.charCodeAt(i) & 0xfc00) !== 0xdc00', 'true'],
  ]),
  ...inFile('lib/schemas/image.ts', 'schemas', [
    ['a file of any kind is sent', '!imageTypes.includes(file.type)', 'false'],
    ['a file of any size is sent', 'file.size > imageLimits.bytes', 'false'],
  ]),
  ...inFile('lib/image/read-picture.ts', 'read-picture', [
    ['a picture may be of any size', 'file.size > maxBytes', 'false'],
    ['a picture may be of any kind', 'if (!kind) throw', 'if (false) throw'],
    ["a picture's declared type isn't checked", 'file.type && file.type !== kind', 'false'],
  ]),
  ...inFile('lib/image/rewrite-picture.mjs', 'read-picture', [
    ['a picture may contain HTML', 'hidden.test(', 'false && hidden.test('],
    ['smaller versions lose their animation', 'sharp(picture.data, { animated })', 'sharp(picture.data)'],
    ['a picture may have any number of pixels', 'pixels * frames <= maxPixels && held <= maxHeld', 'true'],
  ]),
  ...inFile('lib/image/picture-process.ts', 'hostile-pictures', [
    ['a decoder may use all memory', '`ulimit -d ${maxData}; ', '`'],
  ]),
  ...inFile('lib/image/picture-queue.ts', 'picture-queue', [
    ['any number of pictures may wait', 'line.length >= longestLine', 'false'],
    ['pictures are read all at once', 'working < atOnce', 'true'],
    ['one person takes every turn', 'inside.has(person)', 'false'],
  ]),
  ...inFile('lib/text/markdown-tree.ts', 'markdown', [
    ['a link may run a script', '|^mailto:/i', String.raw`|^\w+:/i`],
    ['a link to another site may be spelled in any way', String.raw`\/\/[^\s/?#]+([/?#]|$)`, ''],
    ['a picture may come from anywhere', 'url.startsWith(bucket) && ', ''],
    ['a link to another host becomes one of the site', '[here, there]', '[here]'],
  ]),
  ...inFile('lib/publish/json-ld.ts', 'published-data', [
    ['structured data ends its script', `.replace(/</g, '\\\\u003c')`, ''],
    ['a deleted comment is published', 'if (comment.deletedAt) return replies', ''],
  ]),
  ...inFile('lib/publish/xml.ts', 'published-data', [['a feed passes markup on', `'<': '&lt;'`, `'<': '<'`]]),
  ...inFile('lib/supabase/refresh-once.ts', 'refresh-once', [
    ['a token can be used repeatedly', 'answers.set(key, answer)', ''],
    ['a failed renewal is never tried again', 'else forget()', ''],
  ]),
  ...inFile('lib/supabase/fetch-with-timeout.ts', 'refresh-once', [
    ['the site waits for ever', 'limit.abort()', '{}'],
  ]),
  ...inFile('lib/log.ts', 'failures', [['a request id may be anything', '/^[\\w.-]{1,64}$/', '/^/']]),
  ...inFile('lib/env.ts', 'env', [['an address may run a script', 'protocol: /^https?$/', 'protocol: /^/']]),
]

type Mistake = [name: string, find: string, replace: string]

function inFile(file: string, tests: string, mistakes: Mistake[]): CodeMutation[] {
  return mistakes.map(([name, find, replace]) => ({ name, file, find, replace, tests }))
}
