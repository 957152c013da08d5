import { Link } from "react-router"
import type { Route } from "./+types/student-auth.page.ts"
import { pagesText } from "./account-pages.text.ts"
import { loadAccountPage, serveSignIn } from "./account-requests.ts"
import { linkClass, useKeepTarget } from "./form-pieces.tsx"
import { pageMeta } from "./page-meta.ts"
import { SignInPage } from "./sign-in-page.tsx"

const text = pagesText.studentAuth

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
    <SignInPage
      text={text}
      data={loaderData}
      reply={actionData}
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
    />
  )
}
