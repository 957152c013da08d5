import { controls, isChanged } from "../forms/changed.ts"

/**
 * Whether a dialog is open, or another site's window over the page, or something was typed or chosen that isn't sent yet or
 * was refused: a new view would take it away.
 */
export const isInUse = () =>
  document.querySelector("dialog[open], [data-in-use]") !== null || controls().some(isChanged)
