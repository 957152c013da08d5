/** Where recorders send to, followed by the recording's id. */
export const UPLOADS_PATH = "/uploads/recordings"
