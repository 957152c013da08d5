import { Suspense } from "react"
import { useSearchParams } from "react-router"
import { ROLES } from "#shared/roles.ts"
import { latePart } from "#ui/late-part.tsx"
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
import { pageMeta } from "./page-meta.ts"
import { SignInForm } from "./sign-in-form.tsx"

const text = accountsText.portal
const tabs = [
  { value: "login", label: text.login },
  { value: "signup", label: accountsText.signUp },
]

const loadSignUp = async () => (await import("./sign-up-portal.tsx")).SignUpPortal
/** Its code comes with its tab. The server has it at once, so that the form is there without scripts. */
const SignUpPortal = import.meta.env.SSR ? await loadSignUp() : latePart(loadSignUp)

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
  const signingUp = chosenTab(params, tabs) === "signup"
  return (
    <AuthLayout
      title={signingUp ? text.signUpTitle : text.loginTitle}
      description={signingUp ? text.signUpText : text.loginText}
    >
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
