import { z } from "zod"
import { ClassPlan, type ScheduledClass } from "#contract/classes/classes.ts"
import { pageRequest, redirectWithToast, type serveButton, serveForm, type Toast } from "#ui/api.ts"
import { actTexts } from "../texts/act.texts.ts"

type Args = Parameters<typeof serveButton>[0]

const DialogPlan = ClassPlan.extend({
  scheduled_date: z.iso.date("Please select a date for the class"),
})

type Outcome = {
  /** Where to go once the class is made. */
  to: (made: ScheduledClass) => string
  toast: (made: ScheduledClass) => Toast
  /** The title of an error, such as 'Failed to schedule class'. */
  failure: string
}

/** Serves the form of the dialog for a new class. */
export function serveScheduleDialog(args: Args, { to, toast, failure }: Outcome) {
  const text = actTexts[args.context.get(pageRequest).language]
  return serveForm(
    args,
    DialogPlan,
    async (plan, { api }) => {
      const made = await api.classes.schedule(plan)
      return redirectWithToast(to(made), toast(made))
    },
    text.error,
    text.failed(failure),
  )
}
