#!/bin/sh
# Makes the namespace and its search attributes. A second run sets the retention and changes nothing else.
set -eu
namespace=$TEMPORAL_NAMESPACE
retention=$TEMPORAL_RETENTION

if temporal operator namespace describe --namespace "$namespace" > /dev/null 2>&1; then
  temporal operator namespace update --namespace "$namespace" --retention "$retention"
else
  temporal operator namespace create --namespace "$namespace" --retention "$retention"
fi

# The server takes some seconds to know a new namespace everywhere.
until present=$(temporal operator search-attribute list --namespace "$namespace"); do
  temporal operator cluster health > /dev/null
  sleep 1
done
for name in ProjectId EmailWorkflowId ContactId Kind FailedAt; do
  if ! echo "$present" | grep -qw "$name"; then
    temporal operator search-attribute create --namespace "$namespace" --name "$name" --type Keyword
  fi
done
echo "namespace $namespace keeps ended executions for $retention"
