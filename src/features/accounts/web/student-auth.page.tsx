import { Link } from "react-router"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import type { Route } from "./+types/student-auth.page.ts"
import { loadAccountPage, serveSignIn } from "./account-requests.ts"
import { accountsText } from "./accounts.text.ts"
import { DemoPeople } from "./demo-people.card.tsx"
import { linkClass, useKeepTarget } from "./form-pieces.tsx"
import { pageMeta } from "./page-meta.ts"
import { SignInForm } from "./sign-in-form.tsx"

const text = accountsText.studentAuth

export function loader(args: Route.LoaderArgs) {
  return loadAccountPage(args, { demo: ["student"] })
}

export function action(args: Route.ActionArgs) {
  return serveSignIn(args)
}

export function meta() {
  return pageMeta(text)
}

export default function StudentAuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const keepTarget = useKeepTarget()
  return (
    <AuthLayout
      title={text.title}
      description={text.text}
      footer={
        <span className="grid gap-2">
          <span>
            {text.newHere}{" "}
            <Link to={keepTarget("/register")} className={linkClass}>
              {text.register}
            </Link>
          </span>
          <span>
            {text.teacher}{" "}
            <Link to="/teacher-auth" className={linkClass}>
              {text.teacherPortal}
            </Link>
          </span>
        </span>
      }
    >
      <SignInForm reply={actionData} />
      <DemoPeople people={loaderData.people} />
    </AuthLayout>
  )
}
