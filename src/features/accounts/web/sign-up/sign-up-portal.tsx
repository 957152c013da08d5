import type { Poster } from "#ui/forms/poster.ts"
import { InstructorSignUpForm } from "./instructor-sign-up-form.tsx"
import { RoleChoice, useChosenRole } from "./role-choice.tsx"
import { StudentSignUpForm } from "./student-sign-up-form.tsx"

/** The choice of a role, and the form for it. */
export function SignUpPortal({ poster }: { poster: Poster }) {
  const role = useChosenRole()
  return (
    <>
      <RoleChoice />
      {role === "teacher" ? (
        <InstructorSignUpForm poster={poster} />
      ) : (
        <StudentSignUpForm poster={poster} variant="portal" />
      )}
    </>
  )
}
