type Option = { value: string; label: string }
type Instructor = { user_id: string; name: string }

/**
 * Returns the instructors to choose from in a form, including the present one. An instructor who no longer
 * teaches is marked by `mark` and stays chosen, so that saving the form for another reason does not change the
 * instructor.
 */
export function instructorOptions(
  instructors: readonly Instructor[],
  present: Instructor | null,
  mark = (name: string) => `${name} (no longer teaches)`,
): Option[] {
  const options = instructors.map(({ user_id, name }) => ({ value: user_id, label: name }))
  if (!present?.user_id || options.some(({ value }) => value === present.user_id)) return options
  return [...options, { value: present.user_id, label: mark(present.name) }]
}
