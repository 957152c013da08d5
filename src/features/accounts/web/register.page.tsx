import { Link } from "react-router"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import type { Route } from "./+types/register.page.ts"
import { pagesText } from "./account-pages.text.ts"
import { loadAccountPage, serveRegister } from "./account-requests.ts"
import { linkClass, useKeepTarget, usePagePoster } from "./form-pieces.tsx"
import { pageMeta } from "./page-meta.ts"
import { StudentSignUpForm } from "./student-sign-up-form.tsx"

const text = pagesText.register

export function loader(args: Route.LoaderArgs) {
  return loadAccountPage(args, { demo: [] })
}

export function action(args: Route.ActionArgs) {
  return serveRegister(args)
}

export function meta() {
  return pageMeta(text)
}

export default function RegisterPage({ actionData }: Route.ComponentProps) {
  const keepTarget = useKeepTarget()
  return (
    <AuthLayout
      title={text.title}
      description={text.text}
      aside={text.aside}
      footer={
        <>
          {text.haveAccount}{" "}
          <Link to={keepTarget("/login")} className={linkClass}>
            {text.signIn}
          </Link>
        </>
      }
    >
      <StudentSignUpForm poster={usePagePoster(actionData)} variant="page" />
    </AuthLayout>
  )
}
