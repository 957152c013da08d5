import { addressIn, isLanguage } from "../language.ts"
import { GO, OPEN_PALETTE } from "../live/follow-keys.ts"
import { keyOf } from "../shortcuts/shortcuts.ts"
import { applyTheme, isTheme } from "../theme.ts"
import { askEntries, askSearch, endSearch } from "./ask.ts"
import { make } from "./elements.ts"
import type { Entry } from "./entry.ts"
import { OPTION, optionGroups } from "./option-line.ts"
import { paletteTexts } from "./palette.texts.ts"
import { makePaletteDialog, type PaletteParts } from "./palette-dialog.ts"
import { paletteKeys } from "./palette-keys.ts"
import { recentEntries, remember } from "./recent.ts"
import { shownEntries } from "./shown-entries.ts"

/* The command palette. It works on pages with React and on pages without, so it is made of plain DOM, and
   is a file of its own, loaded when it is first opened. */

type Trouble = "own" | "search" | null

class Palette {
  private readonly text
  private readonly parts: PaletteParts
  private own: Entry[] | null = null
  private recent: Entry[] = []
  private found: Entry[] = []
  private shown: Entry[] = []
  private active = 0
  private isSearching = false
  private trouble: Trouble = null

  constructor() {
    const { lang } = document.documentElement
    this.text = paletteTexts[lang.startsWith("hi") ? "hi" : "en"]
    this.parts = makePaletteDialog(this.text, lang)
    const { dialog, input, list } = this.parts
    input.addEventListener("input", () => this.ask())
    dialog.addEventListener("keydown", (event) => this.press(event))
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close())
    dialog.addEventListener("close", () => this.leave())
    list.addEventListener("pointermove", (event) => this.point(event))
    list.addEventListener("click", (event) => this.click(event))
  }

  open(): void {
    const { dialog, input } = this.parts
    if (dialog.open) return
    const opener = stayingOpener()
    document.body.append(dialog)
    opener?.focus()
    dialog.showModal()
    input.value = ""
    input.focus()
    this.recent = recentEntries()
    this.ask()
    void this.load()
  }

  /** Loads screens and classes again; those of the last time are shown meanwhile. */
  private async load(): Promise<void> {
    try {
      this.own = await askEntries()
      if (this.trouble === "own") this.trouble = null
    } catch {
      this.trouble = "own"
    }
    this.show(true)
  }

  /** Searches for what is typed: at once in the entries here, then on the server. */
  private async ask(): Promise<void> {
    const question = this.parts.input.value
    this.found = []
    this.isSearching = question.trim() !== ""
    if (this.trouble === "search") this.trouble = null
    this.show(false)
    if (!this.isSearching) return endSearch()
    try {
      const found = await askSearch(question.trim())
      if (!found) return
      this.found = found
    } catch {
      this.trouble = "search"
    }
    this.isSearching = false
    this.show(true)
  }

  private show(keepsPlace: boolean): void {
    const { input, list } = this.parts
    const before = this.shown[this.active]
    const sources = { own: this.own ?? [], recent: this.recent, found: this.found }
    this.shown = shownEntries(input.value, sources, this.text)
    list.replaceChildren(...optionGroups(this.shown, this.text))
    const place = this.shown.findIndex(
      ({ to, group, act }) => to === before?.to && group === before.group && act === before.act,
    )
    this.choose(keepsPlace && this.active > 0 && place > 0 ? place : 0)
    this.tell()
  }

  /** Announces the state, and shows it when the list is empty or incomplete. */
  private tell(): void {
    const { note, status } = this.parts
    const isEmpty = this.shown.length === 0
    const said = this.sayHowItStands()
    status.textContent = this.isWaiting && !isEmpty ? "" : said
    const isNothing = isEmpty && !this.isWaiting && !this.trouble
    const lines = [
      make("p", { class: isNothing || this.trouble ? "font-semibold" : "text-ink-muted" }, said),
      isNothing ? make("p", { class: "text-ink-muted" }, this.text.nothingHint) : null,
      this.trouble ? this.againButton() : null,
    ]
    const look = "grid justify-items-center gap-1 px-4 py-10 text-center"
    note.replaceChildren(...(isEmpty || this.trouble ? [make("div", { class: look }, ...lines)] : []))
  }

  private get isWaiting(): boolean {
    return this.isSearching || (this.own === null && this.trouble !== "own")
  }

  private sayHowItStands(): string {
    const { text } = this
    const asked = this.parts.input.value.trim()
    if (this.trouble) return navigator.onLine ? text.failed : text.offline
    if (this.isWaiting) return asked ? text.searching : text.loading
    return this.shown.length > 0 ? text.found(this.shown.length) : text.nothing(asked)
  }

  private againButton(): HTMLElement {
    const button = make(
      "button",
      {
        type: "button",
        class: "mt-2 h-11 rounded-md border border-line-strong/60 px-5 font-semibold hover:bg-surface-sunken",
      },
      this.text.again,
    )
    button.addEventListener("click", () => {
      this.parts.input.focus()
      this.trouble = null
      void this.ask()
      void this.load()
    })
    return button
  }

  private choose(index: number): void {
    const { input, list } = this.parts
    this.active = index
    for (const one of list.querySelectorAll("[aria-selected=true]")) one.ariaSelected = "false"
    const line = document.getElementById(OPTION + index)
    input.setAttribute("aria-activedescendant", line?.id ?? "")
    if (!line) return
    line.ariaSelected = "true"
    // The first entry is scrolled into view together with its heading.
    const seen = index === 0 ? line.parentElement?.firstElementChild : line
    seen?.scrollIntoView({ block: "nearest" })
  }

  private press(event: KeyboardEvent): void {
    if (event.isComposing) return
    const key = keyOf(event)
    const last = this.shown.length - 1
    const is = (keys: readonly string[]) => keys.includes(key)
    if (is(paletteKeys.close)) this.parts.dialog.close()
    else if (event.target !== this.parts.input) return
    else if (is(paletteKeys.next)) this.choose(this.active >= last ? 0 : this.active + 1)
    else if (is(paletteKeys.previous)) this.choose(this.active <= 0 ? Math.max(last, 0) : this.active - 1)
    else if (is(paletteKeys.first)) this.choose(0)
    else if (is(paletteKeys.last)) this.choose(Math.max(last, 0))
    else if (is(paletteKeys.open)) this.go(this.shown[this.active])
    else return
    event.preventDefault()
  }

  private indexAt(event: Event): number | undefined {
    const line = (event.target as Element).closest<HTMLElement>("[data-index]")
    return line ? Number(line.dataset.index) : undefined
  }

  private point(event: PointerEvent): void {
    const index = this.indexAt(event)
    if (index === undefined || index === this.active || event.pointerType !== "mouse") return
    this.choose(index)
  }

  private click(event: MouseEvent): void {
    const index = this.indexAt(event)
    if (index === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    this.go(this.shown[index])
  }

  private go(entry: Entry | undefined): void {
    if (!entry) return
    remember(entry)
    this.parts.dialog.close()
    const [, choice] = entry.act?.split(":") ?? []
    const asked = new CustomEvent(GO, { detail: entry.to, cancelable: true })
    if (isTheme(choice)) applyTheme(choice)
    else if (isLanguage(choice)) location.assign(addressIn(choice, location.pathname, location.search))
    else if (entry.act === "post") post(entry.to)
    else if (entry.document || window.dispatchEvent(asked)) location.assign(entry.to)
  }

  private leave(): void {
    if (this.parts.dialog.open) return
    endSearch()
    this.parts.dialog.remove()
  }
}

/**
 * Returns the element to focus on closing: the one that opened it, or the button of a menu that closes as the
 * palette opens.
 */
function stayingOpener(): HTMLElement | null {
  const menu = document.activeElement?.closest("[popover]")
  return menu ? document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`) : null
}

function post(to: string): void {
  const form = make("form", { method: "post", action: to, hidden: "" })
  document.body.append(form)
  form.submit()
}

const palette = new Palette()
window.addEventListener(OPEN_PALETTE, () => palette.open())
