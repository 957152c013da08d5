import { type Control, isTicked } from "../forms/changed.ts"
import { fieldsIn } from "./form-marks.ts"

/**
 * Makes an element like one that the server sent anew. Parts that are alike stay: the focus, pictures, and what is being
 * typed. Those that stand in another place are known by their ids.
 */
export function takeIn(mine: Element, wanted: Element): void {
  const kept = KEPT[mine.localName] ?? []
  const held = heldIn(mine)
  for (const { name } of [...mine.attributes]) {
    if (!wanted.hasAttribute(name) && !kept.includes(name)) mine.removeAttribute(name)
  }
  for (const { name, value } of wanted.attributes) {
    if (mine.getAttribute(name) !== value && !kept.includes(name)) mine.setAttribute(name, value)
  }
  takeInChildren(mine, wanted)
  const control = mine as Control
  if (held !== null) control.value = held
  // What was held can't be chosen any more, or wasn't held.
  if (control.value !== held) takeInValue(mine, wanted)
}

/** What the reader opened stays open. */
const KEPT: Record<string, readonly string[]> = { details: ["open"], dialog: ["open"] }

function takeInChildren(mine: Element, wanted: Element): void {
  let next = mine.firstChild
  for (const child of wanted.childNodes) {
    const alike = findAlike(next, child)
    if (!alike) {
      mine.insertBefore(document.importNode(child, true), next)
      continue
    }
    while (next && next !== alike) next = dropped(next)
    next = alike.nextSibling
    if (alike instanceof Element) takeIn(alike, child as Element)
    else if (alike.nodeValue !== child.nodeValue) alike.nodeValue = child.nodeValue
  }
  while (next) next = dropped(next)
}

function dropped(node: ChildNode): ChildNode | null {
  const next = node.nextSibling
  node.remove()
  return next
}

/** Returns the node that stays as this one: the next, or one further on with the same id in it. */
function findAlike(next: ChildNode | null, wanted: ChildNode): ChildNode | null {
  const key = keyOf(wanted)
  for (let node = next; node; node = node.nextSibling) {
    if (node.nodeName === wanted.nodeName && isNamedAlike(node, wanted) && !isFresh(wanted)) return node
    if (key === null) return null
  }
  return null
}

/** Whether two nodes have the same id, or without one the first id in one of them is in the other, too. */
function isNamedAlike(node: ChildNode, wanted: ChildNode): boolean {
  const [mine, theirs] = [keyOf(node), keyOf(wanted)]
  if (mine === theirs) return true
  if (!(node instanceof Element && wanted instanceof Element) || node.id || wanted.id) return false
  return has(wanted, mine) || has(node, theirs)
}

const has = (within: Element, id: string | null) =>
  id !== null && within.querySelector(`#${CSS.escape(id)}`) !== null

function keyOf(node: ChildNode): string | null {
  return node instanceof Element ? node.id || (node.querySelector("[id]")?.id ?? null) : null
}

/** A message counts each time it is sent, also with the same words. */
function isFresh(node: ChildNode): boolean {
  return node instanceof Element && node.hasAttribute("data-fresh")
}

function takeInValue(mine: Element, wanted: Element): void {
  if (mine instanceof HTMLSelectElement) mine.value = (wanted as HTMLSelectElement).value
  if (!(mine instanceof HTMLInputElement)) return
  if (isTicked(mine as Control)) mine.checked = mine.defaultChecked
  else mine.value = mine.defaultValue
}

/** Returns what stands in a control of which the server knows less; null where the server's answer counts. */
function heldIn(control: Element): string | null {
  if (!isControl(control)) return null
  const { type, name, form, value } = control
  // The server sends no password back.
  if (type === "password" || "held" in control.dataset || fieldsIn(form, "keeps").includes(name)) return value
  const isTyping =
    control === document.activeElement && control instanceof HTMLInputElement && !isTicked(control)
  return isTyping && (type === "search" || fieldsIn(form, "asks").length > 0) ? value : null
}

const isControl = (element: Element): element is Control => element.matches("input, select, textarea")
