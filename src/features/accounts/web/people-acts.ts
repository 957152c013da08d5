import { z } from "zod"
import { ConsentPurpose, GuardianProof, GuardianSeen } from "#contract/guardians.ts"
import { serveForm } from "#ui/api.ts"
import type { Args } from "./account-requests.ts"
import { TypedBirthDate } from "./birth-date.ts"
import { peopleText as text } from "./people.text.ts"

const forPerson = { user_id: z.uuid(), name: z.string().max(200).default("") }

type Act = (args: Args) => ReturnType<typeof serveForm>

/** What staff do about a student's guardian and date of birth, by the intent of the form. */
export const guardianActs: Record<string, Act> = {
  guardian: (args) =>
    serveForm(
      args,
      z.object({
        ...forPerson,
        known_how: GuardianProof.exclude(["signed_paper"]),
        known_seen: GuardianSeen,
      }),
      async ({ name, ...proof }, { api }) => {
        await api.people.confirmGuardian(proof)
        return { tone: "success", title: text.guardians.confirmed(name) }
      },
    ),
  "forget-guardian": (args) =>
    serveForm(args, z.object(forPerson), async ({ user_id, name }, { api }) => {
      await api.people.forgetGuardian({ user_id })
      return { tone: "success", title: text.guardians.forgotten(name) }
    }),
  paper: (args) =>
    serveForm(
      args,
      z.object({
        ...forPerson,
        paper_reference: z
          .string("Say where the paper is kept")
          .trim()
          .min(3, "Say where the paper is kept, such as 'Folder 2026, sheet 14'")
          .max(120, "Use at most 120 characters"),
        known_seen: GuardianSeen,
        purposes: z.array(ConsentPurpose).default([]),
      }),
      async ({ name, ...paper }, { api }) => {
        await api.people.recordPaper(paper)
        return { tone: "success", title: text.guardians.confirmed(name) }
      },
    ),
  "birth-date": (args) =>
    serveForm(
      args,
      z.object({ ...forPerson, date_of_birth: TypedBirthDate }),
      async ({ user_id, date_of_birth }, { api }) => {
        await api.people.setDateOfBirth({ user_id, date_of_birth })
        return { tone: "success", title: text.guardians.birthDateSaved }
      },
      text.guardians.error,
    ),
}

/** What staff do about people's accounts, by the intent of the form. */
export const peopleActs: Record<string, Act> = {
  ...guardianActs,
  approve: (args) =>
    serveForm(args, z.object(forPerson), async ({ user_id, name }, { api }) => {
      await api.people.approve({ user_id })
      return { tone: "success", title: text.approved(name) }
    }),
  role: (args) =>
    serveForm(
      args,
      z.object({ ...forPerson, role: z.enum(["student", "instructor", "admin"]) }),
      async ({ name, ...change }, { api }) => {
        await api.people.changeRole(change)
        return { tone: "success", title: text.roleChanged(name, change.role) }
      },
    ),
  disable: (args) =>
    serveForm(
      args,
      z.object({ ...forPerson, reason: z.string("Say why").trim().min(1, "Say why").max(300) }),
      async ({ name, ...change }, { api }) => {
        await api.people.disable(change)
        return { tone: "success", title: text.disabledDone(name) }
      },
    ),
  "reset-two-step": (args) =>
    serveForm(
      args,
      z.object({ ...forPerson, asked: z.literal("on", text.askedMissing) }),
      async ({ user_id, name }, { api }) => {
        await api.people.resetTwoStep({ user_id })
        return { tone: "success", title: text.twoStepReset(name) }
      },
    ),
  enable: (args) =>
    serveForm(args, z.object(forPerson), async ({ user_id, name }, { api }) => {
      await api.people.enable({ user_id })
      return { tone: "success", title: text.enabled(name) }
    }),
}
