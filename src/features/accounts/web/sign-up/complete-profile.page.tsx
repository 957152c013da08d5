import { redirect } from "react-router"
import { InstructorProfile, RequiredPhone, StudentProfile } from "#contract/accounts/accounts.ts"
import { dashboardPath, pageRequest, serveForm } from "#ui/api.ts"
import { intentOf, targetOf } from "#ui/form-request.ts"
import { usePagePoster } from "#ui/forms/poster.ts"
import { languageOf } from "#ui/language.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pageMeta } from "#ui/page-meta.ts"
import { goOn, goOnDated, withStudentsPhone } from "../account-requests.ts"
import { TypedBirthDate } from "../own/birth-date.ts"
import type { Route } from "./+types/complete-profile.page.ts"
import { mailedTexts } from "./mailed.texts.ts"
import { InstructorProfileForm, StudentProfileForm } from "./profile-forms.tsx"
import { RoleChoice, useChosenRole } from "./role-choice.tsx"

export const handle = { translated: true }

export function loader({ request, context }: Route.LoaderArgs) {
  const { viewer } = context.get(pageRequest)
  if (!viewer) throw redirect(`/auth?${new URLSearchParams({ to: targetOf(request, "/") })}`)
  if (viewer.role) throw redirect(targetOf(request, dashboardPath(viewer.role)))
  // Without a profile the account's whole name is in `first_name`.
  const [first_name = "", ...last] = viewer.first_name.split(" ")
  return { email: viewer.email, names: { first_name, last_name: last.join(" ") } }
}

const StudentForm = StudentProfile.extend({ date_of_birth: TypedBirthDate })

export async function action(args: Route.ActionArgs) {
  const text = mailedTexts[args.context.get(pageRequest).language].complete
  if ((await intentOf(args.request)) === "instructor-profile") {
    return serveForm(
      args,
      InstructorProfile.extend({ phone: RequiredPhone }),
      async (value, { api }) => {
        const person = await api.accounts.completeInstructorProfile(value)
        return goOn(args.request, person, dashboardPath(person.role), text.done)
      },
      text.error,
    )
  }
  return serveForm(
    args,
    withStudentsPhone(args, StudentForm),
    async (value, { api }) => {
      await api.accounts.completeStudentProfile(value)
      return goOnDated(args.request, await api.account.get(), text.done)
    },
    text.error,
  )
}

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, mailedTexts[languageOf(matches)].complete),
    { name: "robots", content: "noindex" },
  ]
}

export default function CompleteProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(mailedTexts).complete
  const poster = usePagePoster(actionData)
  const Profile = useChosenRole() === "teacher" ? InstructorProfileForm : StudentProfileForm
  return (
    <AuthLayout title={text.title} description={text.text}>
      <RoleChoice />
      <Profile poster={poster} names={loaderData.names} />
    </AuthLayout>
  )
}
