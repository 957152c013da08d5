import { ORPCError } from "@orpc/client"
import { notify } from "#ui/notify.ts"
import { ShowsTooMuch } from "../picture/room-capture.ts"
import { recorderText as text } from "./recorder.texts.ts"
import type { RecorderView } from "./recorder-view.ts"

/** Returns what the instructor should know of a recording that isn't as it should be, what matters most first. */
export function troublesOf({ hints, trouble, slow, phase, startFailed }: RecorderView): string[] {
  return [
    ...(startFailed ? [text.errorText] : []),
    ...(phase === "failed" && trouble === null ? [text.uploadText] : []),
    ...(trouble === 0 ? [text.offline] : []),
    ...(trouble === 507 ? [text.full] : []),
    ...(trouble !== null && text.refusals[trouble] ? [text.refusals[trouble]] : []),
    ...hints.map((hint) => text[hint]),
    ...(slow && trouble === null ? [text.slow] : []),
    ...(phase === "saving" && !hints.includes("deviceFull") ? [text.keepOpen] : []),
  ]
}

/** Returns what the room's bar says about a recording while its panel is closed; null if all is well. */
export function alertOf(view: RecorderView): string | null {
  const [first] = troublesOf(view)
  if (first) return first
  return view.leftOut.length > 0 ? text.leftOut(view.leftOut.join(", ")) : null
}

/** Shows why a recording didn't start. */
export function tellWhyNotStarted(error: unknown): void {
  if (error instanceof ORPCError && error.code === "STORAGE_FULL") notify.error(text.errorTitle, text.noRoom)
  else if (error instanceof ShowsTooMuch) notify.error(text.monitorTitle, text.monitorText)
  else notify.error(text.errorTitle, text.errorText)
}
