import { Link } from "react-router"
import { ROLES } from "#shared/roles.ts"
import type { Route } from "./+types/login.page.ts"
import { pagesText } from "./account-pages.text.ts"
import { loadAccountPage, serveSignIn } from "./account-requests.ts"
import { linkClass, useKeepTarget } from "./form-pieces.tsx"
import { pageMeta } from "./page-meta.ts"
import { SignInPage } from "./sign-in-page.tsx"

const text = pagesText.login

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
    <SignInPage
      text={text}
      data={loaderData}
      reply={actionData}
      footer={
        <>
          {text.newHere}{" "}
          <Link to={keepTarget("/register")} className={linkClass}>
            {text.register}
          </Link>
        </>
      }
    />
  )
}
