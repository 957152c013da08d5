import { Suspense } from "react"
import { useSearchParams } from "react-router"
import { ROLES } from "#shared/roles.ts"
import { chosenTab, TabLinks } from "#ui/components/tabs.tsx"
import { FINISH_PATH } from "#ui/finish-path.ts"
import { intentOf } from "#ui/form-request.ts"
import { PostedNotice } from "#ui/forms/posted-notice.tsx"
import { toastBeside, usePagePoster } from "#ui/forms/poster.ts"
import { languageOf } from "#ui/language.ts"
import { latePart } from "#ui/late-part.tsx"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pageMeta } from "#ui/page-meta.ts"
import {
  loadAccountPage,
  servePortalInstructor,
  servePortalStudent,
  serveSignIn,
} from "../account-requests.ts"
import { accountsTexts } from "../accounts.texts.ts"
import { ParentsWay } from "../form-pieces.tsx"
import type { Route } from "./+types/auth.page.ts"
import { DemoPeople } from "./demo-people.card.tsx"
import { SignInForm } from "./sign-in-form.tsx"

export const handle = { static: "visitors", inPlace: true, translated: true }

const loadSignUp = async () => (await import("../sign-up/sign-up-portal.tsx")).SignUpPortal
/** Its code is loaded with its tab. The server has it at once, so that the form works without scripts. */
const SignUpPortal = import.meta.env.SSR ? await loadSignUp() : latePart(loadSignUp)

export function loader(args: Route.LoaderArgs) {
  return loadAccountPage(args, { demo: ROLES })
}

export async function action(args: Route.ActionArgs) {
  const intent = await intentOf(args.request)
  if (intent === "student-sign-up") return servePortalStudent(args)
  if (intent === "instructor-sign-up") return servePortalInstructor(args)
  return serveSignIn(args)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, accountsTexts[languageOf(matches)].portal)
}

export default function AuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const texts = useTexts(accountsTexts)
  const text = texts.portal
  const tabs = [
    { value: "login", label: text.login },
    { value: "signup", label: texts.signUp },
  ]
  const [params] = useSearchParams()
  const poster = usePagePoster(actionData)
  const finishes = params.get("to")?.startsWith(FINISH_PATH)
  const signingUp = chosenTab(params, tabs) === "signup"
  return (
    <AuthLayout
      title={signingUp ? text.signUpTitle : text.loginTitle}
      description={finishes ? text.finishes : signingUp ? text.signUpText : text.loginText}
      footer={<ParentsWay />}
    >
      <PostedNotice toast={toastBeside(actionData)} />
      <TabLinks label={text.tabs} tabs={tabs} />
      {signingUp ? (
        <Suspense fallback={null}>
          <SignUpPortal poster={poster} />
        </Suspense>
      ) : (
        <>
          <SignInForm poster={poster} google={loaderData.google} />
          <DemoPeople people={loaderData.people} />
        </>
      )}
    </AuthLayout>
  )
}
