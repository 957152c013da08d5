/** The values of the form, as text. */
export type ClassFormValues = {
  title: string
  subject: string
  grade: string
  curriculum: string
  scheduled_date: string
  max_capacity: string
  start_time: string
  end_time: string
  description: string
  class_type: string
  auto_record: boolean
  delivery: string
  venue_name: string
  venue_address: string
  course_id?: string
  instructor_id?: string
  continues?: string
  repeats: string
  repeat_until: string
  repeat_weeks: string
  repeat_weekdays: string[]
}
