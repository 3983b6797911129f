import { context, ProxyTracerProvider, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';

/** The host's tracer; nothing until it registers OpenTelemetry. */
function findTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider();
  const name = '@org/identity-server';
  return provider instanceof ProxyTracerProvider ? provider.getDelegateTracer(name) : provider.getTracer(name);
}

/**
 * Runs the work in a span of the host's trace, if it keeps one, and describes it once the work is done. What the work
 * throws is noted and thrown on.
 */
export function inSpan<Result>(
  name: string,
  work: () => Promise<Result>,
  describe: (span: Span) => void = () => {},
): Promise<Result> {
  const span = findTracer()?.startSpan(name);
  return span?.isRecording() ? recorded(span, work, describe) : work();
}

async function recorded<Result>(
  span: Span,
  work: () => Promise<Result>,
  describe: (span: Span) => void,
): Promise<Result> {
  try {
    const result = await context.with(trace.setSpan(context.active(), span), work);
    describe(span);
    return result;
  } catch (error) {
    // The kind only: a message may hold what somebody sent.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' });
    throw error;
  } finally {
    span.end();
  }
}
