// The script that other sites load from /widget.js (docs/widget.md). /* site */ is replaced with the site's settings.
;(function (site) {
  'use strict'
  var script = document.currentScript
  var waiting = (window.Signpost && window.Signpost.q) || []
  if (!script || (window.Signpost && window.Signpost.site)) return
  var home = new URL(script.src).origin
  var given = read(script.dataset)
  var giveToken = given.token || given.tokenUrl
  var listeners = []
  var host, dialog, frame, isThere, isReady, wish, failing

  // data-signpost-color-mode="dark" is { colorMode: 'dark' }.
  function read(data) {
    var found = {}
    Object.keys(data).forEach(function (key) {
      var name = /^signpost([A-Z]\w*)$/.exec(key)
      if (name) found[name[1][0].toLowerCase() + name[1].slice(1)] = data[key]
    })
    return found
  }

  // The frame's state, which is never sent to a server.
  function shown(options) {
    var all = Object.assign({}, given, options)
    var names = ['view', 'category', 'title', 'colorMode', 'language']
    return names.reduce(function (kept, name) {
      if (all[name]) kept[name] = String(all[name])
      return kept
    }, {})
  }

  function styles() {
    var sheet = new CSSStyleSheet()
    sheet.replaceSync(
      ':host{all:initial;color-scheme:light dark}' +
        '*{box-sizing:border-box;font:500 15px/1.4 system-ui,sans-serif}' +
        '.button{position:fixed;z-index:2147483646;inset-block-end:max(16px,env(safe-area-inset-bottom));inset-inline-end:16px;' +
        'min-height:44px;padding:0 18px;border:1px solid transparent;border-radius:22px;cursor:pointer;color:#fff;background:' +
        site.accent +
        ';box-shadow:0 1px 3px #0004,0 6px 16px #0003}' +
        ':focus-visible{outline:2px solid ' +
        site.accent +
        ';outline-offset:3px}' +
        'dialog{position:fixed;inset:0 0 0 auto;width:min(440px,100%);height:100%;max-width:none;max-height:none;margin:0;padding:0;' +
        'border:0;border-inline-start:1px solid #8884;background:#fff;color:#222;overflow:hidden}' +
        ':host(:dir(rtl)) dialog{inset:0 auto 0 0}' +
        'dialog::backdrop{background:#1a16203d}' +
        'dialog.dark{background:#1b1820;color:#eee}' +
        'iframe{display:block;width:100%;height:100%;border:0;visibility:hidden}.ready iframe{visibility:visible}' +
        '.ready .wait,.wait a{display:none}.failed .wait a{display:inline}' +
        '.wait{position:absolute;inset:0;display:flex;flex-direction:column;gap:16px;align-items:center;justify-content:center}' +
        '.wait button{min-height:44px;padding:0 18px;border:1px solid;border-radius:8px;background:none;color:inherit;cursor:pointer}' +
        '.wait a{color:inherit}' +
        '@media(max-width:600px){dialog{width:100%;border:0}}' +
        '@media(prefers-color-scheme:dark){dialog:not(.light){background:#1b1820;color:#eee}}' +
        '@media(forced-colors:active){.button,dialog{border:1px solid ButtonText}}' +
        '@media(prefers-reduced-motion:no-preference){dialog[open]{animation:in .16s ease-out}' +
        '@keyframes in{from{transform:translateX(24px);opacity:0}}}',
    )
    return sheet
  }

  function make(name, parent, facts) {
    return parent.appendChild(Object.assign(document.createElement(name), facts))
  }

  function mount() {
    if (host) return
    host = document.createElement('signpost-widget')
    var root = host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [styles()]
    document.body.appendChild(host)
    if (given.button !== 'none' && !document.querySelector('[data-signpost]')) {
      make('button', root, {
        type: 'button',
        className: 'button',
        textContent: given.label || site.label,
      }).addEventListener('click', function () {
        open()
      })
    }
  }

  function build(options) {
    mount()
    dialog = make('dialog', host.shadowRoot, { className: options.colorMode || '' })
    dialog.setAttribute('aria-label', given.label || site.label)
    dialog.addEventListener('close', function () {
      tell({ event: 'closed' })
    })
    // This is a click next to the sheet.
    dialog.addEventListener('click', function (event) {
      if (event.target === dialog) dialog.close()
    })
    var wait = make('div', dialog, { className: 'wait' })
    var status = make('span', wait, { textContent: site.loading })
    status.setAttribute('role', 'status')
    make('a', wait, {
      href: home + '/new-features',
      target: '_blank',
      rel: 'noopener',
      textContent: site.newTab,
    })
    make('button', wait, { type: 'button', textContent: site.close }).addEventListener('click', close)
    frame = make('iframe', dialog, {
      title: given.label || site.label,
      allow: 'clipboard-write',
      referrerPolicy: 'origin',
      src: home + '/embed' + place(options.view) + '#' + new URLSearchParams(options),
    })
    function fail() {
      clearTimeout(failing)
      dialog.classList.add('failed')
      status.textContent = site.notHere
      console.warn(
        "Signpost: The widget didn't load. Is " +
          location.origin +
          ' listed under Dashboard > Settings > Widget?',
      )
    }
    failing = setTimeout(fail, 8000)
    // Browsers also load their own page here, when the site refuses to be framed or can't be reached.
    frame.addEventListener('load', function () {
      setTimeout(function () {
        if (!isThere) fail()
      }, 200)
    })
  }

  var views = { write: '/write', own: '/own', changelog: '/changelog', roadmap: '/roadmap' }
  function place(view) {
    return views[view] || ''
  }

  function open(options) {
    wish = shown(options)
    if (!dialog) build(wish)
    else if (isReady) send({ options: wish, hasToken: Boolean(giveToken) })
    if (!dialog.open) dialog.showModal()
  }

  function close() {
    if (dialog && dialog.open) dialog.close()
  }

  function send(message) {
    frame.contentWindow.postMessage(Object.assign({ signpost: 'host' }, message), home)
  }

  // A token itself, a function that returns one, or an address on the page's own server that answers with one.
  function token() {
    if (typeof giveToken === 'function') return giveToken()
    if (giveToken !== given.tokenUrl || !giveToken) return giveToken
    return fetch(giveToken, { credentials: 'same-origin', cache: 'no-store' }).then(function (answer) {
      return answer.ok ? answer.text() : null
    })
  }

  function sendToken() {
    new Promise(function (resolve) {
      resolve(token())
    })
      .catch(function () {})
      .then(function (said) {
        send({ token: said ? String(said).trim().replace(/^"|"$/g, '') : null })
      })
  }

  // The session is in cookies that only the frame can read, so it is loaded for this, but not shown.
  function signOut() {
    if (isReady) send({ signOut: true })
    else if (!dialog) build(shown())
  }

  function tell(detail) {
    listeners.forEach(function (listener) {
      try {
        listener(detail)
      } catch (error) {
        console.error(error)
      }
    })
  }

  window.addEventListener('message', function (event) {
    var said = event.data
    if (!frame || event.origin !== home || event.source !== frame.contentWindow || !said) return
    isThere = true
    if (said.signpost !== 'frame') return
    if (said.event === 'ready') {
      isReady = true
      clearTimeout(failing)
      dialog.classList.add('ready')
      send({
        options: wish,
        hasToken: Boolean(giveToken),
        signOut: giveToken === null,
        page: given.context === 'none' ? '' : given.page || location.origin + location.pathname,
      })
    } else if (said.event === 'token') sendToken()
    else if (said.event === 'close') close()
    else tell({ event: said.event, post: said.post })
  })

  document.addEventListener('click', function (event) {
    var opener = event.target.closest && event.target.closest('[data-signpost]')
    if (!opener || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(read(opener.dataset))
  })

  function Signpost(act, more) {
    if (!host) waiting.push([act, more])
    else if (act === 'open') open(more)
    else if (act === 'close') close()
    else if (act === 'identify') {
      giveToken = more
      if (more === null) signOut()
      else if (isReady) sendToken()
    } else if (act === 'on') listeners.push(more)
  }
  Signpost.site = home
  window.Signpost = Signpost
  function start() {
    mount()
    waiting.forEach(function (call) {
      Signpost.apply(null, call)
    })
  }
  if (document.body) start()
  else document.addEventListener('DOMContentLoaded', start)
})(/* site */)
