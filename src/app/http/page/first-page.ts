import { ORPCError } from "@orpc/server"
import { redirect } from "react-router"
import type { AppContext } from "../app.ts"

type Call<T> = { input: unknown; next(): T | Promise<T> }

/**
 * Leads from a page whose address holds a cursor that its list refuses to the same address without it, where the list
 * begins. Such a cursor was cut off on its way, or made up.
 */
export function leadToFirstPage(c: AppContext) {
  return async <T>({ input, next }: Call<T>): Promise<T> => {
    try {
      return await next()
    } catch (error) {
      const cursor = (input as { cursor?: string } | undefined)?.cursor
      if (!cursor || c.req.method !== "GET" || !refusesCursor(error)) throw error
      const asked = [...new URL(c.req.url).searchParams].filter(([name]) => name !== "_routes")
      // Some pages cut off what is too long for a cursor.
      const kept = asked.filter(([, value]) => !value.startsWith(cursor))
      if (kept.length === asked.length) throw error
      const path = c.req.path.replace(/\.data$/, "")
      throw redirect(kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path)
    }
  }
}

/** The contract says of some cursors what they look like, and lists of the others. */
type CursorRefused = { fields?: Record<string, string>; issues?: { path?: PropertyKey[] }[] }

function refusesCursor(error: unknown): boolean {
  if (!(error instanceof ORPCError)) return false
  const { fields, issues } = (error.data ?? {}) as CursorRefused
  return fields?.cursor !== undefined || issues?.some(({ path }) => path?.[0] === "cursor") === true
}
