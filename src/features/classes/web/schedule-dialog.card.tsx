import lists from "#content/option-lists.json" with { type: "json" }
import { Dialog } from "#ui/dialog.tsx"
import { DEFAULT_CAPACITY, DEFAULT_CURRICULUM } from "../rules.ts"
import { ClassForm, type ClassFormProps, type ClassFormValues } from "./class-form.tsx"

const NEW_CLASS: Partial<ClassFormValues> = {
  curriculum: DEFAULT_CURRICULUM,
  class_type: "regular",
  max_capacity: String(DEFAULT_CAPACITY.dialog),
}

type ScheduleDialogProps = Pick<ClassFormProps, "lastResult" | "today" | "zone" | "instructors"> & {
  open: boolean
  onClose: () => void
}

/** Scheduling in place. The form posts `intent=schedule` to the page's action. */
export function ScheduleDialog({ open, onClose, ...form }: ScheduleDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title="Schedule Class"
      description="Students find it in the list as soon as it is saved."
    >
      <ClassForm
        {...form}
        id="schedule"
        defaults={NEW_CLASS}
        subjects={lists.dialogSubjects}
        submit={{ label: "Schedule Class", busy: "Scheduling..." }}
        dialog={{ intent: "schedule", onCancel: onClose }}
      />
    </Dialog>
  )
}
