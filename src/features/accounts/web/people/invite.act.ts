import { data } from "react-router"
import { z } from "zod"
import { pageRequest, serveForm } from "#ui/api.ts"
import type { Args } from "#ui/form-request.ts"
import { peopleTexts } from "./people.texts.ts"

const Instructor = z.object({
  first_name: z.string("Give the first name").trim().min(1, "Give the first name").max(60),
  last_name: z.string("Give the last name").trim().min(1, "Give the last name").max(60),
  email: z.email("Give an e-mail such as meera@academy.example").max(120),
  how: z.enum(["mail", "link"]).default("link"),
})
const Again = z.object({ user_id: z.uuid(), name: z.string().max(200).default("") })

/** A new link, which is shown only once: to join, or for a new password. */
export type ShownLink = { name: string; url: string; of: "invitation" | "password" }

/** Serves the form that invites a new person, and the button that makes a link for an existing one. */
export async function serveInvitation(args: Args, intent: "invite" | "invite-again") {
  let invitation = null as ShownLink | null
  const reply =
    intent === "invite"
      ? await serveForm(args, Instructor, async (person, { api, language }) => {
          const { url } = await api.people.invite(person)
          const name = `${person.first_name} ${person.last_name}`
          if (url) invitation = { name, url, of: "invitation" }
          return { tone: "success", title: peopleTexts[language].invite.invited(name) }
        })
      : await serveForm(args, Again, async ({ user_id, name }, { api, language }) => {
          const { url } = await api.people.invitePerson({ user_id, how: "link" })
          if (url) invitation = { name, url, of: "invitation" }
          return { tone: "success", title: peopleTexts[language].invite.newLink(name) }
        })
  if (reply instanceof Response) throw reply
  return data({ ...reply.data, invitation }, reply.init ?? {})
}

/** Serves the form that makes a link for a person's new password. */
export async function servePasswordLink(args: Args) {
  const text = peopleTexts[args.context.get(pageRequest).language]
  let invitation = null as ShownLink | null
  const schema = Again.extend({ asked: z.literal("on", text.askedMissing) })
  const reply = await serveForm(args, schema, async ({ user_id, name }, { api }) => {
    const { url } = await api.people.makePasswordLink({ user_id })
    invitation = { name, url, of: "password" }
    return { tone: "success", title: text.invite.newLink(name) }
  })
  if (reply instanceof Response) throw reply
  return data({ ...reply.data, invitation }, reply.init ?? {})
}
