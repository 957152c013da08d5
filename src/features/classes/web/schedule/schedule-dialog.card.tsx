import { useState } from "react"
import lists from "#content/option-lists.json" with { type: "json" }
import { newId } from "#shared/ids.ts"
import { Dialog } from "#ui/components/dialog.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { DEFAULT_CAPACITY, DEFAULT_CURRICULUM } from "../../rules.ts"
import { scheduleTexts } from "../texts/schedule.texts.ts"
import { ClassForm, type ClassFormProps } from "./class-form.tsx"
import type { ClassFormValues } from "./class-form-values.ts"

const NEW_CLASS: Partial<ClassFormValues> = {
  curriculum: DEFAULT_CURRICULUM,
  class_type: "regular",
  delivery: "online",
  repeats: "never",
  max_capacity: String(DEFAULT_CAPACITY.dialog),
}

type NewClassProps = Pick<ClassFormProps, "lastResult" | "today" | "zone" | "choices">

type ScheduleDialogProps = NewClassProps & {
  open: boolean
  onClose: () => void
}

/** Schedules a class in a dialog. The form posts `intent=schedule` to the page's action. */
export function ScheduleDialog({ open, onClose, ...form }: ScheduleDialogProps) {
  const text = useTexts(scheduleTexts)
  return (
    <Dialog open={open} onClose={onClose} size="lg" title={text.dialog} description={text.dialogText}>
      <NewClassForm {...form} onCancel={onClose} />
    </Dialog>
  )
}

/** Each opening of the dialog is for another class, with its own key. */
function NewClassForm({ onCancel, ...form }: NewClassProps & { onCancel: () => void }) {
  const text = useTexts(scheduleTexts)
  const [requestKey] = useState(newId)
  return (
    <ClassForm
      {...form}
      kind="new"
      requestKey={requestKey}
      id="schedule"
      defaults={NEW_CLASS}
      subjects={lists.dialogSubjects}
      submit={text.create}
      dialog={{ intent: "schedule", onCancel }}
    />
  )
}
