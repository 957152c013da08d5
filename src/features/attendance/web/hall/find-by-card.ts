import type { DeviceStudent } from "./register-state.ts"

/** Returns the student whose card a text is, by its SHA-256 on the roster; null for any other text. */
export async function findByCard(
  students: readonly DeviceStudent[],
  text: string,
): Promise<DeviceStudent | null> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")
  return students.find(({ card }) => card === hash) ?? null
}
