import { useSearchParams } from "react-router"
import { linkClass } from "#ui/components/link-class.ts"
import { chosenTab, TabLinks } from "#ui/components/tabs.tsx"
import { intentOf } from "#ui/form-request.ts"
import { PostedNotice } from "#ui/forms/posted-notice.tsx"
import { toastBeside, usePagePoster } from "#ui/forms/poster.ts"
import { languageOf } from "#ui/language.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pageMeta } from "#ui/page-meta.ts"
import { pagesTexts } from "../account-pages.texts.ts"
import { loadAccountPage, serveSignIn, serveTeacherSignUp } from "../account-requests.ts"
import { accountsTexts } from "../accounts.texts.ts"
import { ParentsWay } from "../form-pieces.tsx"
import { InstructorSignUpForm } from "../sign-up/instructor-sign-up-form.tsx"
import type { Route } from "./+types/teacher-auth.page.ts"
import { DemoPeople } from "./demo-people.card.tsx"
import { SignInForm } from "./sign-in-form.tsx"

export const handle = { static: "visitors", inPlace: true, translated: true }

/** Students may open the portal to sign in as a teacher. Teachers are redirected. */
export function loader(args: Route.LoaderArgs) {
  return loadAccountPage(args, { demo: ["instructor"], away: ["instructor", "admin"] })
}

export async function action(args: Route.ActionArgs) {
  if ((await intentOf(args.request)) === "instructor-sign-up") return serveTeacherSignUp(args)
  return serveSignIn(args, "instructor")
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, pagesTexts[languageOf(matches)].teacherAuth)
}

export default function TeacherAuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(pagesTexts).teacherAuth
  const { signIn, signUp } = useTexts(accountsTexts)
  const tabs = [
    { value: "signin", label: signIn },
    { value: "signup", label: signUp },
  ]
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
          <ParentsWay />
        </>
      }
    >
      <PostedNotice toast={toastBeside(actionData)} />
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
