import { createElement as h } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { ConfirmDialog, Dialog } from "./dialog.tsx"

const ignore = () => {}

test("CAT-07 a dialog that the server renders open shows and closes without scripts", () => {
  const html = renderToStaticMarkup(
    h(
      Dialog,
      { open: true, onClose: ignore, title: "Tabla, Bol by Bol", description: "Details" },
      "Six months",
    ),
  )
  expect(html).toMatch(/^<dialog open=""/)
  expect(html).toContain("Six months")
  expect(html).toMatch(/<form[^>]* method="dialog"[^>]*><button type="submit" aria-label="Close"/)
})

test("NAV-07 a dialog is named by its title and described by its text", () => {
  const html = renderToStaticMarkup(h(Dialog, { open: true, onClose: ignore, title: "T", description: "D" }))
  const [, titleId] = /aria-labelledby="([^"]+)"/.exec(html) ?? []
  const [, textId] = /aria-describedby="([^"]+)"/.exec(html) ?? []
  expect(html).toContain(`<h2 id="${titleId}"`)
  expect(html).toContain(`<p id="${textId}"`)
})

test("NAV-07 a closed dialog renders nothing of its content", () => {
  const html = renderToStaticMarkup(h(Dialog, { open: false, onClose: ignore, title: "Secret" }, "Inside"))
  expect(html).not.toContain("open=")
  expect(html).not.toContain("Secret")
  expect(html).not.toContain("Inside")
})

test("NAV-07 a question puts the harmless answer first, and can't be left while it is being carried out", () => {
  const question = {
    open: true,
    onClose: ignore,
    title: "Delete this class?",
    description: "It can be undone for 10 seconds.",
    confirmLabel: "Delete class",
  }
  const html = renderToStaticMarkup(h(ConfirmDialog, question))
  expect(html).toContain('role="alertdialog"')
  expect(html.indexOf(">Cancel<")).toBeLessThan(html.indexOf("Delete class<"))
  const busy = renderToStaticMarkup(h(ConfirmDialog, { ...question, busy: true, busyLabel: "Deleting..." }))
  expect(busy).not.toContain('method="dialog"')
  expect(busy).toContain("Deleting...")
})
