import type { ReactNode } from "react"
import type { ActionReply } from "#ui/api.ts"
import { PostedNotice } from "#ui/forms/posted-notice.tsx"
import { toastBeside, usePagePoster } from "#ui/forms/poster.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { ParentsWay } from "../form-pieces.tsx"
import { DemoPeople, type DemoPerson } from "./demo-people.card.tsx"
import { SignInForm } from "./sign-in-form.tsx"

interface SignInPageProps {
  text: { title: string; text: string }
  data: { google: boolean; people: DemoPerson[] }
  reply: ActionReply | undefined
  /** Below the form: links to the other forms. */
  footer: ReactNode
}

/** The frame of the pages that only offer sign-in. */
export function SignInPage({ text, data, reply, footer }: SignInPageProps) {
  return (
    <AuthLayout
      title={text.title}
      description={text.text}
      footer={
        <>
          {footer}
          <ParentsWay />
        </>
      }
    >
      <PostedNotice toast={toastBeside(reply)} />
      <SignInForm poster={usePagePoster(reply)} google={data.google} />
      <DemoPeople people={data.people} />
    </AuthLayout>
  )
}
