import { z } from "zod"
import { GuardianProof, GuardianSeen } from "#contract/guardians/confirming.ts"
import { ConsentPurpose } from "#contract/guardians/consents.ts"
import { serveForm } from "#ui/api.ts"
import type { Args } from "#ui/form-request.ts"
import { confirmingTexts } from "./confirming.texts.ts"
import { guardianPeopleActs } from "./people/guardian-people.act.ts"

const forPerson = { user_id: z.uuid(), name: z.string().max(200).default("") }

type Act = (args: Args) => ReturnType<typeof serveForm>

/** The staff actions on a student's guardians, by the intent of the form. */
export const guardianActs: Record<string, Act> = {
  ...guardianPeopleActs("staff"),
  guardian: (args) =>
    serveForm(
      args,
      z.object({
        ...forPerson,
        known_how: GuardianProof.exclude(["signed_paper"]),
        known_seen: GuardianSeen,
        guardian_id: z.uuid().optional(),
      }),
      async ({ name, ...proof }, { api, language }) => {
        await api.people.confirmGuardian(proof)
        return { tone: "success", title: confirmingTexts[language].confirmed(name) }
      },
    ),
  "forget-guardian": (args) =>
    serveForm(
      args,
      z.object({ ...forPerson, guardian_id: z.uuid().optional() }),
      async ({ name, ...which }, { api, language }) => {
        await api.people.forgetGuardian(which)
        return { tone: "success", title: confirmingTexts[language].forgotten(name) }
      },
    ),
  paper: (args) =>
    serveForm(
      args,
      z.object({
        ...forPerson,
        paper_reference: z
          .string("Say where the form is kept")
          .trim()
          .min(3, "Say where the form is kept, such as 'Folder 2026, sheet 14'")
          .max(120, "Use at most 120 characters"),
        known_seen: GuardianSeen,
        purposes: z.array(ConsentPurpose).default([]),
      }),
      async ({ name, ...paper }, { api, language }) => {
        await api.people.recordPaper(paper)
        return { tone: "success", title: confirmingTexts[language].confirmed(name) }
      },
    ),
}
