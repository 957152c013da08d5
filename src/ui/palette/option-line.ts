import { icon, make } from "./elements.ts"
import type { Entry } from "./entry.ts"
import type { PaletteText } from "./palette.texts.ts"

export const OPTION = "palette-option-"

/**
 * One entry of the list. If it leads to a page it is a link, so that it can be opened in another tab as well.
 */
function optionLine(entry: Entry, index: number, text: PaletteText): HTMLElement {
  const line = make(
    entry.act ? "div" : "a",
    {
      id: OPTION + index,
      role: "option",
      tabindex: "-1",
      "aria-selected": "false",
      "data-index": `${index}`,
      ...(!entry.act && { href: entry.to }),
      class:
        "group/option flex min-h-13 cursor-default items-center gap-3 rounded-md px-2.5 py-1.5 aria-selected:bg-primary-tint",
    },
    picture(entry),
    make(
      "span",
      { class: "min-w-0 flex-1 leading-snug sm:flex sm:items-baseline sm:gap-4" },
      make(
        "span",
        { class: "block min-w-0 truncate font-medium group-aria-selected/option:text-primary-text" },
        entry.label,
      ),
      entry.note
        ? make(
            "span",
            { class: "block min-w-0 truncate text-sm text-ink-muted sm:ml-auto sm:max-w-[45%] sm:shrink-0" },
            entry.note,
          )
        : null,
    ),
    entry.live
      ? make(
          "span",
          { class: "shrink-0 rounded-full bg-live px-2 py-0.5 text-xs font-semibold text-live-ink" },
          text.live,
        )
      : null,
    make(
      "kbd",
      {
        "aria-hidden": "true",
        class:
          "hidden shrink-0 font-sans text-sm text-primary-text group-aria-selected/option:pointer-fine:block",
      },
      "↵",
    ),
  )
  return line
}

const frame = "grid size-9 shrink-0 place-items-center overflow-hidden rounded-md"

function picture({ image, group, live }: Entry): HTMLElement {
  if (image) {
    return make("img", {
      src: image,
      alt: "",
      width: "36",
      height: "36",
      loading: "lazy",
      class: `${frame} object-cover`,
    })
  }
  const tone = live ? "bg-live-tint text-live" : "bg-surface-sunken text-ink-muted"
  return make(
    "span",
    {
      class: `${frame} ${tone} group-aria-selected/option:bg-primary/15 group-aria-selected/option:text-primary-text`,
    },
    icon(group, 18),
  )
}

/** The groups of the list, each under its heading. */
export function optionGroups(entries: readonly Entry[], text: PaletteText): HTMLElement[] {
  const groups = new Map<string, HTMLElement>()
  for (const [index, entry] of entries.entries()) {
    const id = `palette-group-${entry.group}`
    let group = groups.get(id)
    if (!group) {
      const heading = make(
        "div",
        { id, class: "px-2.5 pt-3 pb-1.5 text-sm font-semibold text-ink-muted", role: "presentation" },
        text.groups[entry.group],
      )
      group = make("div", { role: "group", "aria-labelledby": id }, heading)
      groups.set(id, group)
    }
    group.append(optionLine(entry, index, text))
  }
  return [...groups.values()]
}
