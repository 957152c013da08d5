import { SeriesScope } from "#contract/classes/classes.ts"
import type { PageRequest, Toast } from "#ui/api.ts"
import { RESTORE_CLASS } from "./restore-intent.ts"

/** Deletes a class, or it and those that follow in its series. `to` is the page whose action can undo it. */
export async function deleteWithUndo({ api }: PageRequest, form: FormData, to: string): Promise<Toast> {
  const class_id = String(form.get("class_id"))
  await api.classes.delete({ class_id, scope: SeriesScope.catch("one").parse(form.get("scope")) })
  return {
    tone: "success",
    title: "Class deleted successfully",
    description: "You can restore it from the bin for 30 days.",
    undo: { to, fields: { intent: RESTORE_CLASS, class_id, together: "true" } },
  }
}

/** Restores a class from the bin. Undoing a deletion restores all that it deleted. */
export async function restoreDeleted({ api, now }: PageRequest, form: FormData): Promise<Toast> {
  const restored = await api.classes.restore({
    class_id: String(form.get("class_id")),
    together: form.get("together") === "true",
  })
  const over = restored.status === "cancelled" && restored.ends_at <= now
  return {
    tone: "success",
    title: "Class restored",
    description: over
      ? "Its time has passed, so it's listed as cancelled."
      : "Its seats, waitlist and requests are back too.",
  }
}
