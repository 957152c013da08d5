import type { RouterContextProvider } from "react-router"
import { safePath } from "./api.ts"

/** The arguments of a page's loader and action that forms need. */
export type Args = { request: Request; context: Readonly<RouterContextProvider> }

/** Where the person was going, as `?to=` says, where that is a path of this site. */
export function targetOf(request: Request, fallback: string): string {
  return safePath(new URL(request.url).searchParams.get("to"), fallback)
}

/** Returns which of a page's forms was posted. The body can still be read by its handler. */
export async function intentOf(request: Request): Promise<string> {
  return String((await request.clone().formData()).get("intent") ?? "")
}
