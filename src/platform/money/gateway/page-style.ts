import { createHash } from "node:crypto"

/** The product's own colours and measures, as far as these pages need them. */
const STYLE = `
:root {
  color-scheme: light dark;
  --background: light-dark(#faf8f4, #12161f); --surface: light-dark(#ffffff, #1a202c);
  --ink: light-dark(#1c2333, #f1ede4); --muted: light-dark(#565d6d, #aab1c0);
  --line: light-dark(#e6e0d5, #2e3646); --strong: light-dark(#8a8475, #737d92);
  --primary: light-dark(#0f766e, #45bdb0); --primary-hover: light-dark(#0b5f59, #66cfc3);
  --on-primary: light-dark(#ffffff, #06231f); --link: light-dark(#0f6f67, #5ccabd);
  --tint: light-dark(#fdf0d6, #392a10); --on-tint: light-dark(#855100, #f3b95c);
  --success: light-dark(#1d7449, #58c48c); --success-tint: light-dark(#e3f3ea, #12301f);
  --danger: light-dark(#b3261e, #ff8a80); --danger-tint: light-dark(#fce9e7, #3d1715);
  --focus: light-dark(#0f766e, #f2ad3d);
}
* { box-sizing: border-box; margin: 0 }
body { font: 1rem/1.5 system-ui, "Noto Sans", "Noto Sans Devanagari", sans-serif; color: var(--ink);
  background: var(--background); min-height: 100vh; -webkit-text-size-adjust: 100% }
.note { background: var(--tint); color: var(--on-tint); padding: .75rem 1rem; text-align: center }
main, footer { width: min(100% - 2rem, var(--width, 28rem)); margin-inline: auto }
main { margin-block: 2rem 1rem; display: grid; gap: 1.5rem }
.wide { --width: 44rem }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; padding: 1.5rem;
  display: grid; gap: 1.25rem; box-shadow: 0 1px 2px rgb(28 35 51 / .06), 0 8px 24px rgb(28 35 51 / .06) }
.who { font-weight: 600; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
h1.amount { font-size: 2.5rem; line-height: 1.1; font-variant-numeric: tabular-nums; letter-spacing: -.02em }
h2 { font-size: 1.0625rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1.25rem; border-top: 1px solid var(--line);
  padding-top: 1.25rem }
dt, .muted { color: var(--muted) }
dd { text-align: end; overflow-wrap: anywhere }
form { display: grid; gap: .75rem }
main > form { gap: 1.5rem }
button, .button { font: inherit; font-weight: 600; color: inherit; min-height: 3rem; padding: .625rem 1.25rem;
  border-radius: .75rem; border: 1px solid var(--strong); background: none; cursor: pointer; text-align: center;
  text-decoration: none; display: block }
button:hover, .button:hover { border-color: var(--ink) }
.main, a.main { background: var(--primary); border-color: var(--primary); color: var(--on-primary) }
.main:hover { background: var(--primary-hover); border-color: var(--primary-hover) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
ul { list-style: none; padding: 0 }
.ways { display: grid; gap: .75rem }
.ways button { width: 100%; text-align: start; font-weight: 400; border-color: var(--line); padding: .75rem 1rem }
.ways b, .ways span { display: block }
.ways b { font-weight: 600 }
.ways span { color: var(--muted); font-size: .9375rem }
a { color: var(--link) }
.leave { text-align: center; padding-block: .625rem }
.rows > li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between;
  padding-block: .875rem; border-top: 1px solid var(--line) }
.rows > li:first-child { border-top: 0; padding-top: 0 }
.rows > li:last-child { padding-bottom: 0 }
.rows form { display: flex; flex-wrap: wrap }
.what { min-width: 0; flex: 1 1 14rem; overflow-wrap: anywhere }
.sum { font-weight: 600; font-variant-numeric: tabular-nums }
.badge { border-radius: 1rem; padding: .125rem .75rem; font-size: .875rem; font-weight: 600; background: var(--tint);
  color: var(--on-tint) }
.captured, .processed { background: var(--success-tint); color: var(--success) }
.failed { background: var(--danger-tint); color: var(--danger) }
footer { padding-block: 0 2.5rem; text-align: center }
`

/** The pages load and run nothing, take this one style, and post to nobody else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** The element that `PAGE_POLICY` allows. */
export const STYLE_ELEMENT = `<style>${STYLE}</style>`
