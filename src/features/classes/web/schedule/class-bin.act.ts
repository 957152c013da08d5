import { SeriesScope } from "#contract/classes/classes.ts"
import type { PageRequest, Toast } from "#ui/api.ts"
import { actTexts } from "../texts/act.texts.ts"
import { RESTORE_CLASS } from "./restore-intent.ts"

/** Deletes a class, or it and those that follow in its series. `to` is the page whose action can undo it. */
export async function deleteWithUndo(
  { api, language }: PageRequest,
  form: FormData,
  to: string,
): Promise<Toast> {
  const class_id = String(form.get("class_id"))
  await api.classes.delete({ class_id, scope: SeriesScope.catch("one").parse(form.get("scope")) })
  return {
    tone: "success",
    title: actTexts[language].deleted,
    description: actTexts[language].deletedText,
    undo: { to, fields: { intent: RESTORE_CLASS, class_id, together: "true" } },
  }
}

/** Restores a class from the bin. Undoing a deletion restores all that it deleted. */
export async function restoreDeleted({ api, now, language }: PageRequest, form: FormData): Promise<Toast> {
  const restored = await api.classes.restore({
    class_id: String(form.get("class_id")),
    together: form.get("together") === "true",
  })
  const text = actTexts[language]
  const over = restored.status === "cancelled" && restored.ends_at <= now
  return {
    tone: "success",
    title: text.restored,
    description: over ? text.restoredTooLate : text.restoredText,
  }
}
