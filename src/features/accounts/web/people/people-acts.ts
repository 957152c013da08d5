import { z } from "zod"
import { pageRequest, serveForm } from "#ui/api.ts"
import type { Args } from "#ui/form-request.ts"
import { TypedBirthDate } from "../own/birth-date.ts"
import { peopleTexts } from "./people.texts.ts"

const forPerson = { user_id: z.uuid(), name: z.string().max(200).default("") }

const languageIn = ({ context }: Args) => context.get(pageRequest).language

type Act = (args: Args) => ReturnType<typeof serveForm>

/** The staff actions on people's accounts, by the intent of the form. */
export const peopleActs: Record<string, Act> = {
  "birth-date": (args) =>
    serveForm(
      args,
      z.object({ ...forPerson, date_of_birth: TypedBirthDate }),
      async ({ user_id, date_of_birth }, { api, language }) => {
        await api.people.setDateOfBirth({ user_id, date_of_birth })
        return { tone: "success", title: peopleTexts[language].birthDate.saved }
      },
      peopleTexts[languageIn(args)].birthDate.error,
    ),
  approve: (args) =>
    serveForm(args, z.object(forPerson), async ({ user_id, name }, { api, language }) => {
      await api.people.approve({ user_id })
      return { tone: "success", title: peopleTexts[language].approved(name) }
    }),
  role: (args) =>
    serveForm(
      args,
      z.object({ ...forPerson, role: z.enum(["student", "instructor", "office", "admin"]) }),
      async ({ name, ...change }, { api, language }) => {
        await api.people.changeRole(change)
        return { tone: "success", title: peopleTexts[language].roleChanged(name, change.role) }
      },
    ),
  disable: (args) =>
    serveForm(
      args,
      z.object({ ...forPerson, reason: z.string("Say why").trim().min(1, "Say why").max(300) }),
      async ({ name, ...change }, { api, language }) => {
        await api.people.disable(change)
        return { tone: "success", title: peopleTexts[language].disabledDone(name) }
      },
    ),
  "reset-two-step": (args) =>
    serveForm(
      args,
      z.object({ ...forPerson, asked: z.literal("on", peopleTexts[languageIn(args)].askedMissing) }),
      async ({ user_id, name }, { api, language }) => {
        await api.people.resetTwoStep({ user_id })
        return { tone: "success", title: peopleTexts[language].twoStepReset(name) }
      },
    ),
  email: (args) =>
    serveForm(
      args,
      z.object({ ...forPerson, email: z.email("Give an e-mail such as meera@academy.example").max(254) }),
      async ({ user_id, name, email }, { api, language }) => {
        await api.people.correctEmail({ user_id, email })
        return { tone: "success", title: peopleTexts[language].emailCorrected(name) }
      },
    ),
  enable: (args) =>
    serveForm(args, z.object(forPerson), async ({ user_id, name }, { api, language }) => {
      await api.people.enable({ user_id })
      return { tone: "success", title: peopleTexts[language].enabled(name) }
    }),
}
