import { context, ProxyTracerProvider, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';

/** The tracer of the host. Returns undefined unless the host has registered OpenTelemetry. */
function findTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider();
  const name = '@org/identity-server';
  return provider instanceof ProxyTracerProvider ? provider.getDelegateTracer(name) : provider.getTracer(name);
}

/**
 * Runs the work in a span, if the host records traces, and describes the span after the work. An error marks the span and is
 * thrown again.
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
    // Only the name of the error: its message may contain input of a user.
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' });
    throw error;
  } finally {
    span.end();
  }
}
