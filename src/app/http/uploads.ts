/** Where recorders send to, followed by the recording's id. */
export const UPLOADS_PATH = "/uploads/recordings"
/** Where videos of lessons are sent to, followed by the upload's id. */
export const LESSON_UPLOADS_PATH = "/uploads/lessons"
