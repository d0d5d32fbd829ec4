/** What became of a mail, by how the log names it. */
export const mailStates: Record<string, string> = {
  ready: 'Waiting',
  claimed: 'Being prepared',
  sending: 'On its way',
  sent: 'Sent',
  failed: 'Failed',
  unknown: 'Outcome unknown',
  dropped: 'Not sent',
}
