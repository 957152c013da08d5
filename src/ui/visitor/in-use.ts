import { controls, isChanged } from "../forms/changed.ts"

/** A refused form shows what was typed as its own, so nothing in it looks changed. */
const IN_USE = "dialog[open], [data-in-use], main [aria-invalid=true], main [role=alert][tabindex]"

/**
 * Whether a dialog is open, or another site's window over the page, or something was typed or chosen that isn't sent yet or
 * was refused: a new view would take it away.
 */
export const isInUse = () => document.querySelector(IN_USE) !== null || controls().some(isChanged)
