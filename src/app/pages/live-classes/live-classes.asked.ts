import { classPath, roomPath } from "#features/classes/addresses.ts"
import { ASKING, changeSearch } from "#features/classes/web/list/class-links.ts"
import { findToJoin } from "#features/classes/web/list/find-class.ts"
import type { PageRequest, Toast } from "#ui/api.ts"
import { finishPath, readKey } from "#ui/pressed.ts"

/** What the address asks for: the room of a class, which a visitor must sign in for, or a seat in it. */
export type Asked = { name: "sign-in" | "enrol"; classId: string }

export type Answer =
  | { kind: "refused"; to: string; toast: Toast }
  | { kind: "sign-in"; purpose: "join" | "enrol"; to: string; back: string; finishes: boolean }

/** The first of `?sign-in=` and `?enrol=`. */
export function readAsked(params: URLSearchParams): Asked | null {
  for (const name of ["sign-in", "enrol"] as const) {
    const classId = params.get(name)
    if (classId !== null) return { name, classId }
  }
  return null
}

/** Returns the class whose room `?join=` and `?start=` ask for, as links in older mails do. */
export function readRoom(params: URLSearchParams): string | null {
  return params.get("join") ?? params.get("start")
}

/** Asks visitors to sign in, and refuses what can't be joined. Null if only the list is to be shown. */
export async function answerAsked(page: PageRequest, url: URL, asked: Asked): Promise<Answer | null> {
  const back = url.pathname + changeSearch(url.search, ASKING)
  const sought = await findToJoin(page, asked.classId)
  if ("toast" in sought) return { kind: "refused", to: back, toast: sought.toast }
  if (page.viewer) return null
  const { id } = sought.scheduledClass
  const key = readKey(url.searchParams)
  const wanted = key ? finishPath(key, classPath(id)) : `${classPath(id)}?enrol=${id}`
  return asked.name === "enrol"
    ? { kind: "sign-in", purpose: "enrol", to: wanted, back, finishes: key !== null }
    : { kind: "sign-in", purpose: "join", to: roomPath(id), back, finishes: false }
}
