import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, useActionData } from "react-router"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { loadAccountPage, serveRegister } from "./account-requests.ts"
import { accountsText } from "./accounts.text.ts"
import { linkClass, useKeepTarget } from "./form-pieces.tsx"
import { pageMeta } from "./page-meta.ts"
import { StudentSignUpForm } from "./student-sign-up-form.tsx"

const text = accountsText.register

export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, { demo: [] })
}

export function action(args: ActionFunctionArgs) {
  return serveRegister(args)
}

export function meta() {
  return pageMeta(text)
}

export default function RegisterPage() {
  const reply = useActionData<typeof action>()
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
      <StudentSignUpForm reply={reply} variant="page" />
    </AuthLayout>
  )
}
