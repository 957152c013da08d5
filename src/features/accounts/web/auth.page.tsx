import { useSearchParams } from "react-router"
import { ROLES } from "#shared/roles.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { chosenTab, TabLinks } from "#ui/tabs.tsx"
import type { Route } from "./+types/auth.page.ts"
import {
  intentOf,
  loadAccountPage,
  servePortalInstructor,
  servePortalStudent,
  serveQuickStudent,
  serveSignIn,
} from "./account-requests.ts"
import { accountsText } from "./accounts.text.ts"
import { DemoPeople } from "./demo-people.card.tsx"
import { usePagePoster } from "./form-pieces.tsx"
import { InstructorSignUpForm } from "./instructor-sign-up-form.tsx"
import { pageMeta } from "./page-meta.ts"
import { RoleChoice, useChosenRole } from "./role-choice.tsx"
import { SignInForm } from "./sign-in-form.tsx"
import { StudentSignUpForm } from "./student-sign-up-form.tsx"

const text = accountsText.portal
const tabs = [
  { value: "login", label: text.login },
  { value: "signup", label: accountsText.signUp },
]

export function loader(args: Route.LoaderArgs) {
  return loadAccountPage(args, { demo: ROLES })
}

export async function action(args: Route.ActionArgs) {
  const intent = await intentOf(args.request)
  if (intent === "student-sign-up") return servePortalStudent(args)
  if (intent === "quick-sign-up") return serveQuickStudent(args)
  if (intent === "instructor-sign-up") return servePortalInstructor(args)
  return serveSignIn(args)
}

export function meta() {
  return pageMeta(text)
}

export default function AuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const poster = usePagePoster(actionData)
  const role = useChosenRole()
  const signingUp = chosenTab(params, tabs) === "signup"
  return (
    <AuthLayout
      title={signingUp ? text.signUpTitle : text.loginTitle}
      description={signingUp ? text.signUpText : text.loginText}
    >
      <TabLinks label={text.tabs} tabs={tabs} />
      {signingUp ? (
        <>
          <RoleChoice />
          {role === "teacher" ? (
            <InstructorSignUpForm poster={poster} />
          ) : (
            <StudentSignUpForm poster={poster} variant="portal" />
          )}
        </>
      ) : (
        <>
          <SignInForm poster={poster} google={loaderData.google} />
          <DemoPeople people={loaderData.people} />
        </>
      )}
    </AuthLayout>
  )
}
