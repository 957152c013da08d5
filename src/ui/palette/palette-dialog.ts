import { icon, make } from "./elements.ts"
import type { PaletteText } from "./palette.texts.ts"

const LIST = "palette-list"

/** The parts of the palette that change while it is open. */
export type PaletteParts = {
  dialog: HTMLDialogElement
  input: HTMLInputElement
  list: HTMLElement
  /** The text shown when the list is empty, or incomplete. */
  note: HTMLElement
  /** The text for screen readers. */
  status: HTMLElement
}

/** A combobox over a list, in the browser's own modal: over the whole width of a phone, else below the top. */
export function makePaletteDialog(text: PaletteText, language: string): PaletteParts {
  const input = make("input", {
    type: "text",
    role: "combobox",
    "aria-label": text.title,
    "aria-expanded": "true",
    "aria-autocomplete": "list",
    "aria-controls": LIST,
    placeholder: text.placeholder,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: "100",
    enterkeyhint: "go",
    class: "h-16 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-ink-muted",
  })
  const list = make("div", { id: LIST, role: "listbox", "aria-label": text.results })
  const note = make("div", { class: "empty:hidden" })
  const status = make("p", { role: "status", class: "sr-only" })
  const dialog = make(
    "dialog",
    {
      lang: language,
      "aria-label": text.title,
      "data-palette-dialog": "",
      class:
        "sheet fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none flex-col overflow-hidden bg-surface-raised text-ink open:flex " +
        "starting:open:-translate-y-2 starting:open:opacity-0 motion-reduce:transition-none " +
        "sm:mx-auto sm:mt-[12dvh] sm:h-fit sm:max-h-[min(34rem,76dvh)] sm:max-w-2xl sm:rounded-panel sm:border sm:border-line sm:shadow-float",
    },
    make(
      "div",
      {
        class:
          "flex shrink-0 items-center gap-3 border-b border-line pr-2 pl-5 has-[input:focus-visible]:shadow-[inset_0_-2px_var(--focus)]",
      },
      make("span", { class: "text-ink-muted" }, icon("search")),
      input,
      closeButton(text),
    ),
    make("div", { class: "min-h-0 flex-1 overflow-y-auto overscroll-contain px-2.5 pb-3" }, list, note),
    hints(text),
    status,
  )
  return { dialog, input, list, note, status }
}

function closeButton(text: PaletteText): HTMLElement {
  const button = make(
    "button",
    {
      type: "submit",
      "aria-label": text.close,
      class: "grid size-11 place-items-center rounded-md text-ink-muted hover:bg-ink/7 hover:text-ink",
    },
    icon("close"),
  )
  return make("form", { method: "dialog" }, button)
}

function hints(text: PaletteText): HTMLElement {
  const key = (name: string) =>
    make("kbd", { class: "rounded-sm border border-line px-1.5 py-0.5 font-sans text-xs" }, name)
  const hint = (keys: string[], what: string) =>
    make("span", { class: "flex items-center gap-1.5 max-sm:hidden" }, ...keys.map(key), what)
  return make(
    "div",
    {
      class: "flex shrink-0 items-center gap-5 border-t border-line px-5 py-2 text-sm text-ink-muted",
    },
    hint(["↑", "↓"], text.hints.move),
    hint(["↵"], text.hints.go),
    hint(["Esc"], text.hints.close),
    make(
      "a",
      {
        href: "/shortcuts",
        class:
          "ml-auto flex min-h-9 items-center font-semibold text-ink-muted underline-offset-4 hover:text-ink hover:underline",
      },
      text.shortcuts,
    ),
  )
}
