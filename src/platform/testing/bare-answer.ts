/** Everything of an answer but what may differ from call to call (security 3.10): refusals are compared by it. */
export const bareAnswer = ({ status, body }: { readonly status: number; readonly body: object }) => ({
  status,
  ...body,
  requestId: '',
  timestamp: 0,
});
