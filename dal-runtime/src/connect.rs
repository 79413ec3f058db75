//! The client of a deployed program: the AWS default configuration chain, over HTTPS.

use aws_sdk_dynamodb::Client;
use aws_smithy_http_client::tls::{self, rustls_provider::CryptoMode};

use crate::error::Error;

/// A client by the AWS default configuration chain; the SDK reads `AWS_ENDPOINT_URL_DYNAMODB` itself.
pub(crate) async fn client() -> Result<Client, Error> {
    let http = aws_smithy_http_client::Builder::new()
        .tls_provider(tls::Provider::Rustls(CryptoMode::Ring))
        .build_https();
    let config = aws_config::defaults(aws_config::BehaviorVersion::latest()).http_client(http).load().await;
    if config.region().is_none() {
        return Err(Error::Configuration(
            "no AWS region is configured: set AWS_REGION, or a region in the profile; any name does for a server \
             that AWS_ENDPOINT_URL_DYNAMODB names"
                .to_owned(),
        ));
    }
    Ok(Client::new(&config))
}
