import { Link } from "react-router"
import { ROLES } from "#shared/roles.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import type { Route } from "./+types/login.page.ts"
import { loadAccountPage, serveSignIn } from "./account-requests.ts"
import { accountsText } from "./accounts.text.ts"
import { DemoPeople } from "./demo-people.card.tsx"
import { linkClass, useKeepTarget } from "./form-pieces.tsx"
import { pageMeta } from "./page-meta.ts"
import { SignInForm } from "./sign-in-form.tsx"

const text = accountsText.login

export function loader(args: Route.LoaderArgs) {
  return loadAccountPage(args, { demo: ROLES })
}

export function action(args: Route.ActionArgs) {
  return serveSignIn(args)
}

export function meta() {
  return pageMeta(text)
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const keepTarget = useKeepTarget()
  return (
    <AuthLayout
      title={text.title}
      description={text.text}
      footer={
        <>
          {text.newHere}{" "}
          <Link to={keepTarget("/register")} className={linkClass}>
            {text.register}
          </Link>
        </>
      }
    >
      <SignInForm reply={actionData} />
      <DemoPeople people={loaderData.people} />
    </AuthLayout>
  )
}
