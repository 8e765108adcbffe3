import { createHash } from 'node:crypto'
import { Html } from './html.js'

const STYLE = `
:root { color-scheme: light dark; --back: #f3f4f6; --card: #fff; --text: #111827; --quiet: #4b5563; --line: #d1d5db;
  --strong: #1d4ed8; --on-strong: #fff; --field-line: #6b7280; --good: #14532d; --good-back: #dcfce7; }
@media (prefers-color-scheme: dark) {
  :root { --back: #0b0f19; --card: #161d2b; --text: #f3f4f6; --quiet: #b6bfcc; --line: #374151;
    --strong: #93c5fd; --on-strong: #0b1220; --field-line: #8b95a5; --good: #bbf7d0; --good-back: #14352a; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center;
  background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: anywhere; }
main { width: 100%; max-width: 30rem; padding: 2rem 1.5rem; background: var(--card); border: 1px solid var(--line);
  border-radius: .75rem; }
.mark { display: block; width: 2.25rem; height: 2.25rem; margin: 0 0 1.25rem; fill: var(--on-strong); }
.mark rect { fill: var(--strong); }
.mark .line { fill: none; stroke: var(--on-strong); stroke-width: 3.5; }
p, h1, h2 { margin: 0 0 1rem; }
.sender { color: var(--quiet); font-weight: 600; }
h1 { font-size: 1.5rem; line-height: 1.25; hyphens: auto; overflow-wrap: break-word; }
h2 { font-size: 1rem; }
b { font-weight: 600; }
.saved { padding: .5rem .75rem; border-radius: .5rem; background: var(--good-back); color: var(--good); }
form { margin: 0 0 .75rem; }
form:last-child, p:last-child { margin-bottom: 0; }
section { margin-top: 1.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
label { display: block; margin-bottom: .25rem; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; }
.row > * { flex: 1 1 9rem; width: auto; }
button, select, input { width: 100%; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--field-line);
  border-radius: .5rem; background: var(--card); color: var(--text); font: inherit; }
button { cursor: pointer; font-weight: 600; }
.strong { border-color: var(--strong); background: var(--strong); color: var(--on-strong); }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
@media (min-width: 40rem) { main { padding: 2.5rem; } }
`

/** The style of the recipients' pages, inline so that a page loads nothing else. */
export const PAGE_STYLE = new Html(`<style>${STYLE}</style>`)

/** The Content-Security-Policy of a page: only this style, and forms only to the page's own origin. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
