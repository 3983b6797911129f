import { type Span, SpanStatusCode, trace } from '@opentelemetry/api';

// Does nothing, at next to no cost, until the host registers OpenTelemetry.
const tracer = trace.getTracer('@org/identity-server');

/** Runs the work in a span of the host's trace, if it keeps one. What the work throws is noted and thrown on. */
export function inSpan<Result>(name: string, work: (span: Span) => Promise<Result>): Promise<Result> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      // The kind only: a message may hold what somebody sent.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' });
      throw error;
    } finally {
      span.end();
    }
  });
}
