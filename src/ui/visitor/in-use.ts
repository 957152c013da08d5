import { controls, isChanged } from "../forms/changed.ts"

/** Whether a dialog is open, or something was typed or chosen that isn't sent yet: a new view would take it away. */
export const isInUse = () => document.querySelector("dialog[open]") !== null || controls().some(isChanged)
