import { redirect } from "react-router"
import { InstructorProfile, RequiredPhone, StudentProfile } from "#contract/accounts.ts"
import { dashboardPath, pageRequest, serveForm } from "#ui/api.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import type { Route } from "./+types/complete-profile.page.ts"
import { goOn, goOnDated, intentOf, targetOf } from "./account-requests.ts"
import { TypedBirthDate } from "./birth-date.ts"
import { usePagePoster } from "./form-pieces.tsx"
import { mailedText } from "./mailed.text.ts"
import { pageMeta } from "./page-meta.ts"
import { InstructorProfileForm, StudentProfileForm } from "./profile-forms.tsx"
import { RoleChoice, useChosenRole } from "./role-choice.tsx"

const text = mailedText.complete

export function loader({ request, context }: Route.LoaderArgs) {
  const { viewer } = context.get(pageRequest)
  if (!viewer) throw redirect(`/auth?${new URLSearchParams({ to: targetOf(request, "/") })}`)
  if (viewer.role) throw redirect(targetOf(request, dashboardPath(viewer.role)))
  // Without a profile the name is the one that came with the account, in one piece.
  const [first_name = "", ...last] = viewer.first_name.split(" ")
  return { email: viewer.email, names: { first_name, last_name: last.join(" ") } }
}

const StudentForm = StudentProfile.extend({ phone: RequiredPhone, date_of_birth: TypedBirthDate })

export async function action(args: Route.ActionArgs) {
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
    StudentForm,
    async (value, { api }) => {
      await api.accounts.completeStudentProfile(value)
      return goOnDated(args.request, await api.account.get(), text.done)
    },
    text.error,
  )
}

export function meta() {
  return [...pageMeta(text), { name: "robots", content: "noindex" }]
}

export default function CompleteProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const poster = usePagePoster(actionData)
  const Profile = useChosenRole() === "teacher" ? InstructorProfileForm : StudentProfileForm
  return (
    <AuthLayout title={text.title} description={text.text}>
      <RoleChoice />
      <Profile poster={poster} names={loaderData.names} />
    </AuthLayout>
  )
}
