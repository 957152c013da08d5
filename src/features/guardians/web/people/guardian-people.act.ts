import { z } from "zod"
import { Language } from "#contract/accounts/accounts.ts"
import { GuardianRight } from "#contract/guardians/rights.ts"
import { redirectWithToast, serveForm } from "#ui/api.ts"
import type { Args } from "#ui/form-request.ts"
import { peopleOfChildTexts } from "./people.texts.ts"

type Act = (args: Args) => ReturnType<typeof serveForm>
type By = "guardian" | "staff"

const ofChild = { student_id: z.uuid() }
const ofGuardian = { ...ofChild, guardian_id: z.uuid(), name: z.string().max(200).default("") }
const rights = z.array(GuardianRight, "RIGHTS_MISSING").min(1, "RIGHTS_MISSING")

/** What a list of guardians posts, by the intent of the form: for a guardian, or for staff. */
export function guardianPeopleActs(by: By): Record<string, Act> {
  const isStaff = by === "staff"
  return {
    "invite-guardian": (args) =>
      serveForm(
        args,
        z.object({
          ...ofChild,
          name: z.string("Enter this name").trim().min(1, "Enter this name").max(80),
          to: z.string("PHONE_OR_EMAIL").trim().min(1, "PHONE_OR_EMAIL").max(254),
          rights,
          language: Language,
        }),
        async ({ student_id, ...draft }, { api, language }) => {
          if (isStaff) await api.people.inviteGuardian({ user_id: student_id, ...draft })
          else await api.guardians.invite({ student_id, ...draft })
          return { tone: "success", title: peopleOfChildTexts[language].sent(draft.name) }
        },
      ),
    "withdraw-guardian": (args) =>
      serveForm(
        args,
        z.object({ ...ofChild, invitation_id: z.uuid() }),
        async ({ student_id, invitation_id }, { api, language }) => {
          if (isStaff) await api.people.withdrawGuardianInvitation({ user_id: student_id, invitation_id })
          else await api.guardians.withdrawInvitation({ student_id, invitation_id })
          return { tone: "success", title: peopleOfChildTexts[language].withdrawn }
        },
      ),
    "guardian-rights": (args) =>
      serveForm(
        args,
        z.object({ ...ofGuardian, rights }),
        async ({ student_id, guardian_id, rights }, { api, language }) => {
          if (isStaff) await api.people.setGuardianRights({ user_id: student_id, guardian_id, rights })
          else await api.guardians.setRights({ student_id, guardian_id, rights })
          return { tone: "success", title: peopleOfChildTexts[language].saved }
        },
      ),
    "remove-guardian": (args) =>
      serveForm(args, z.object(ofGuardian), async ({ student_id, guardian_id, name }, { api, language }) => {
        if (isStaff) await api.people.removeGuardian({ user_id: student_id, guardian_id })
        else await api.guardians.removeGuardian({ student_id, guardian_id })
        return { tone: "success", title: peopleOfChildTexts[language].removed(name) }
      }),
    "leave-child": (args) =>
      serveForm(args, z.object(ofGuardian), async ({ student_id, guardian_id }, { api, language }) => {
        await api.guardians.removeGuardian({ student_id, guardian_id })
        const toast = { tone: "success" as const, title: peopleOfChildTexts[language].left }
        return redirectWithToast("/family", toast, "document")
      }),
  }
}
