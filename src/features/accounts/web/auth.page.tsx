import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router"
import { ROLES } from "#shared/roles.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { chosenTab, TabLinks } from "#ui/tabs.tsx"
import {
  intentOf,
  loadAccountPage,
  servePortalInstructor,
  servePortalStudent,
  serveSignIn,
} from "./account-requests.ts"
import { accountsText } from "./accounts.text.ts"
import { DemoPeople } from "./demo-people.card.tsx"
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

export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, { demo: ROLES })
}

export async function action(args: ActionFunctionArgs) {
  const intent = await intentOf(args.request)
  if (intent === "student-sign-up") return servePortalStudent(args)
  if (intent === "instructor-sign-up") return servePortalInstructor(args)
  return serveSignIn(args)
}

export function meta() {
  return pageMeta(text)
}

export default function AuthPage() {
  const { people } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const [params] = useSearchParams()
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
            <InstructorSignUpForm reply={reply} />
          ) : (
            <StudentSignUpForm reply={reply} variant="portal" />
          )}
        </>
      ) : (
        <>
          <SignInForm reply={reply} />
          <DemoPeople people={people} />
        </>
      )}
    </AuthLayout>
  )
}
