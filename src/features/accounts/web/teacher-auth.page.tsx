import { Link, useSearchParams } from "react-router"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { chosenTab, TabLinks } from "#ui/tabs.tsx"
import type { Route } from "./+types/teacher-auth.page.ts"
import { pagesText } from "./account-pages.text.ts"
import { intentOf, loadAccountPage, serveSignIn, serveTeacherSignUp } from "./account-requests.ts"
import { accountsText } from "./accounts.text.ts"
import { DemoPeople } from "./demo-people.card.tsx"
import { linkClass, usePagePoster } from "./form-pieces.tsx"
import { InstructorSignUpForm } from "./instructor-sign-up-form.tsx"
import { pageMeta } from "./page-meta.ts"
import { SignInForm } from "./sign-in-form.tsx"

const text = pagesText.teacherAuth
const tabs = [
  { value: "signin", label: accountsText.signIn },
  { value: "signup", label: accountsText.signUp },
]

/** A student may open the portal and sign in as a teacher; teachers are already in. */
export function loader(args: Route.LoaderArgs) {
  return loadAccountPage(args, { demo: ["instructor"], away: ["instructor", "admin"] })
}

export async function action(args: Route.ActionArgs) {
  if ((await intentOf(args.request)) === "instructor-sign-up") return serveTeacherSignUp(args)
  return serveSignIn(args, "instructor")
}

export function meta() {
  return pageMeta(text)
}

export default function TeacherAuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const poster = usePagePoster(actionData)
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
        <InstructorSignUpForm poster={poster} phoneOptional />
      ) : (
        <>
          <SignInForm poster={poster} google={loaderData.google} portal="instructor" />
          <DemoPeople people={loaderData.people} />
        </>
      )}
    </AuthLayout>
  )
}
