import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readSite } from '../../lib/jobs/read-site.ts'
import { contrastWithWhite } from '../../lib/text/color.ts'
import { actingAs, anonClient, createMember, type Member, refusal, sql } from '../support/database.ts'

await anonClient().from('site_settings').select('name')
const [admin, member] = await Promise.all([
  createMember({ name: 'Admin', admin: true }),
  createMember({ name: 'Member' }),
])

// All tests share this row, so what is saved here is rolled back.
const save = (settings: unknown) => `select public.admin_save_site('${JSON.stringify(settings)}')`
async function saved(settings: unknown) {
  return actingAs(admin, async (as) => {
    await as.unsafe(save(settings))
    await as`reset role`
    const [row] = await as`select * from public.site_settings`
    const states = await as`select * from public.state_texts order by state`
    const log = await as`
      select action, before, after from public.audit_log
      where actor_id = ${admin.id} and action in ('site.update', 'state.update') order by id`
    return { row: row!, states: [...states], log: [...log] }
  })
}

test('names that the product came with follow the language, names that the team wrote stay', async () => {
  const names = await actingAs(admin, async (as) => {
    await as`reset role`
    await as`update public.changelog_labels set name = 'Repaired' where slug = 'fixed'`
    await as`update public.site_settings set language = 'de'`
    await as`update public.site_settings set language = 'fr'`
    const labels =
      await as`select name from public.changelog_labels where slug in ('new', 'improved', 'fixed') order by id`
    const [category] = await as`select name from public.categories where slug = 'new-features'`
    await as`insert into public.changelog_labels (name, slug, position) values ('Neu', 'neu', 9)`
    await as`update public.site_settings set language = 'de'`
    const [taken] = await as`select name from public.changelog_labels where slug = 'new'`
    return [...labels.map(({ name }) => name), category!.name, taken!.name]
  })
  expect(names).toEqual(['Nouveau', 'Amélioré', 'Repaired', 'Retours', 'Nouveau'])
})

describe('the settings of the site', () => {
  test('are saved if given, the others stay, and the log has what changed', async () => {
    const { row, log } = await saved({ name: '  Acme   Works ', accent: '#0B5FFF', marketing_url: '' })
    expect(row).toMatchObject({ name: 'Acme Works', accent: '#0b5fff', marketing_url: null, welcome: null })
    expect(log).toEqual([
      {
        action: 'site.update',
        before: { name: null, accent: null },
        after: { name: 'Acme Works', accent: '#0b5fff' },
      },
    ])
  })

  test('name and describe the five states, log each change, and add none', async () => {
    const { states, log } = await saved({
      states: { planned: { name: 'Next up', description: '' }, invented: { name: 'No', description: 'No' } },
    })
    expect(states.map(({ state, name }) => [state, name])).toEqual([
      ['proposed', null],
      ['candidate', null],
      ['planned', 'Next up'],
      ['in-progress', null],
      ['completed', null],
    ])
    expect(log).toEqual([
      {
        action: 'state.update',
        before: { state: 'planned', name: null },
        after: { state: 'planned', name: 'Next up' },
      },
    ])
  })

  test('reserve the site’s name for admins', async () => {
    const name = `Works ${randomUUID().slice(0, 8)}`
    const isFree = await actingAs(admin, async (as) => {
      await as.unsafe(save({ name }))
      await as`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: member.id })}, true),
                      set_config('request.jwt.claim.sub', ${member.id}, true)`
      return (await as`select public.is_name_free(${name}) as free`)[0]!.free
    })
    expect(isFree).toBe(false)
  })

  test.each([
    ['a color white letters are lost on', { accent: '#ffd400' }],
    ['what is no color', { accent: 'red' }],
    ['a link that is none', { terms_url: 'javascript:alert(1)' }],
    ['a link with a tag in it', { privacy_url: 'https://example.com/"><script>' }],
    ['a name that is too long', { name: 'x'.repeat(41) }],
    ['a welcome that is too long', { welcome: 'x'.repeat(301) }],
    ['a state that is called too much', { states: { planned: { name: 'x'.repeat(31) } } }],
  ])('are not saved with %s', async (_what, settings) => {
    expect(await refusal(admin, save(settings))).toBe('23514')
  })

  test('must be an object', async () => {
    expect(await refusal(admin, `select public.admin_save_site('[]')`)).toBe('22023')
    expect(await refusal(admin, `select public.admin_save_site(null)`)).toBe('22023')
  })

  test('show a logo completely or not at all, and return the one no longer used', async () => {
    const path = `site/${randomUUID()}.webp`
    expect(await refusal(admin, `select public.admin_set_logo('${path}', null, 20)`)).toBe('23514')
    expect(await refusal(admin, `select public.admin_set_logo('${member.id}/x.webp', 20, 20)`)).toBe('23514')
    const before = await actingAs(admin, async (as) => {
      await as`select public.admin_set_logo(${path}, 40, 20)`
      return (await as`select public.admin_set_logo(null, null, null) as path`)[0]!.path
    })
    expect(before).toBe(path)
  })

  test('are used by emails and messages, unless the environment says otherwise', async () => {
    const settings = {
      name: 'Acme Works',
      mail_sender: 'Acme',
      mail_footer: ' Acme Inc.\n1 Way ',
      states: { planned: { name: 'Next up' } },
    }
    const supabaseUrl = 'https://project.example'
    const logoPath = `site/${randomUUID()}.webp`
    const [own, set] = await actingAs(admin, async (as) => {
      await as.unsafe(save(settings))
      await as`select public.admin_set_logo(${logoPath}, 300, 100)`
      await as`reset role`
      const tx = as as unknown as typeof sql
      return [
        await readSite({ sql: tx, supabaseUrl, site: { url: 'http://localhost' } }),
        await readSite({
          sql: tx,
          supabaseUrl,
          site: { url: 'http://localhost', name: 'By the environment', logo: '/logo.png' },
        }),
      ] as const
    })
    expect(own.logo).toEqual({
      src: `${supabaseUrl}/storage/v1/object/public/images/${logoPath}`,
      width: 300,
      height: 100,
    })
    expect(set.logo).toEqual({ src: 'http://localhost/logo.png' })
    expect(own).toMatchObject({ name: 'Acme Works', sender: 'Acme', footer: ' Acme Inc.\n1 Way' })
    expect(own.stateNames).toMatchObject({ planned: 'Next up', completed: 'Completed' })
    expect(set.name).toBe('By the environment')
  })

  test('compute contrast like the page that shows it', async () => {
    for (const color of ['#000000', '#822ae8', '#0b5fff', '#ffffff', '#777777']) {
      const [row] = await sql<{ contrast: number }[]>`
        select private.contrast_with_white(${color}) as contrast`
      expect(row!.contrast).toBeCloseTo(contrastWithWhite(color), 6)
    }
  })
})

test('only admins store the logo, in a folder that belongs to no one', async () => {
  const store = (who: Member, path: string) =>
    who.client.storage.from('images').upload(path, new Uint8Array([1]), { contentType: 'image/webp' })
  const path = `site/${randomUUID()}.webp`
  expect((await store(member, path)).error).not.toBeNull()
  expect((await store(admin, `site/${randomUUID()}.svg`)).error).not.toBeNull()
  expect((await store(admin, 'site/logo.webp')).error).not.toBeNull()
  expect((await store(admin, path)).error).toBeNull()
  expect((await member.client.storage.from('images').remove([path])).data).toEqual([])
  expect((await admin.client.storage.from('images').remove([path])).data).toHaveLength(1)
})
