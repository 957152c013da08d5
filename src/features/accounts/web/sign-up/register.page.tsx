import { linkClass } from "#ui/components/link-class.ts"
import { PostedNotice } from "#ui/forms/posted-notice.tsx"
import { toastBeside, usePagePoster } from "#ui/forms/poster.ts"
import { languageOf } from "#ui/language.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pageMeta } from "#ui/page-meta.ts"
import { pagesTexts } from "../account-pages.texts.ts"
import { loadAccountPage, serveRegister } from "../account-requests.ts"
import { ParentsWay, useKeepTarget } from "../form-pieces.tsx"
import type { Route } from "./+types/register.page.ts"
import { StudentSignUpForm } from "./student-sign-up-form.tsx"

export const handle = { static: "visitors", inPlace: true, translated: true }

export function loader(args: Route.LoaderArgs) {
  return loadAccountPage(args, { demo: [] })
}

export function action(args: Route.ActionArgs) {
  return serveRegister(args)
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, pagesTexts[languageOf(matches)].register)
}

export default function RegisterPage({ actionData }: Route.ComponentProps) {
  const text = useTexts(pagesTexts).register
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
          <ParentsWay />
        </>
      }
    >
      <PostedNotice toast={toastBeside(actionData)} />
      <StudentSignUpForm poster={usePagePoster(actionData)} variant="page" />
    </AuthLayout>
  )
}
