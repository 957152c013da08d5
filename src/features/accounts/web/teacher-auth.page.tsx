import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { chosenTab, TabLinks } from "#ui/tabs.tsx"
import { intentOf, loadAccountPage, serveSignIn, serveTeacherSignUp } from "./account-requests.ts"
import { accountsText } from "./accounts.text.ts"
import { DemoPeople } from "./demo-people.card.tsx"
import { linkClass } from "./form-pieces.tsx"
import { InstructorSignUpForm } from "./instructor-sign-up-form.tsx"
import { pageMeta } from "./page-meta.ts"
import { SignInForm } from "./sign-in-form.tsx"

const text = accountsText.teacherAuth
const tabs = [
  { value: "signin", label: accountsText.signIn },
  { value: "signup", label: accountsText.signUp },
]

/** A student may open the portal and sign in as a teacher; teachers are already in. */
export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, { demo: ["instructor"], away: ["instructor", "admin"] })
}

export async function action(args: ActionFunctionArgs) {
  if ((await intentOf(args.request)) === "instructor-sign-up") return serveTeacherSignUp(args)
  return serveSignIn(args, "instructor")
}

export function meta() {
  return pageMeta(text)
}

export default function TeacherAuthPage() {
  const { people } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const [params] = useSearchParams()
  return (
    <AuthLayout
      title={text.title}
      description={text.text}
      aside={text.aside}
      footer={
        <>
          {text.student}{" "}
          <Link to="/student-auth" className={linkClass}>
            {text.studentPortal}
          </Link>
        </>
      }
    >
      <TabLinks label={text.tabs} tabs={tabs} />
      {chosenTab(params, tabs) === "signup" ? (
        <InstructorSignUpForm reply={reply} phoneOptional />
      ) : (
        <>
          <SignInForm reply={reply} />
          <DemoPeople people={people} />
        </>
      )}
    </AuthLayout>
  )
}
